package io.synod.client;

import io.synod.core.execution.ReplyStatus;
import io.synod.service.ServiceException;

/**
 * What a reply says to its request, copied out of the buffer of the read. To be made before
 * anything changes: if there is no memory for it, the connection ends, and the next one brings it
 * again.
 *
 * @param payload null if the service has refused the request
 * @param refusal null if it has not
 */
record Answer(byte[] payload, ServiceException refusal) {

  static Answer copyOf(Reply reply) {
    return reply.status() == ReplyStatus.OK
        ? new Answer(reply.answer(), null)
        : new Answer(null, new ServiceException(reply.message()));
  }
}
