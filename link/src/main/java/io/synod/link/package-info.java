/**
 * Links between processes that can be delayed, narrowed, stalled and severed, each direction by
 * itself: proxies on one event loop, which owns everything here and counts the frames that pass;
 * may import Netty, the transport and the frames' headers.
 */
package io.synod.link;
