/**
 * Links between processes that can be delayed, narrowed, stalled and severed, each direction by
 * itself: proxies on one event loop, which owns everything here; may import Netty and the
 * transport.
 */
package io.synod.link;
