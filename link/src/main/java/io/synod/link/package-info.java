/**
 * Emulated links between processes: each direction can be delayed, limited, stalled and severed.
 * The proxies run on one event loop, which owns all objects here and counts the frames that pass.
 * May import Netty, the transport and the frames' headers.
 */
package io.synod.link;
