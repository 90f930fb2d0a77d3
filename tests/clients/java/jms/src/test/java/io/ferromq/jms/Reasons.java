package io.ferromq.jms;

import com.ibm.mq.MQException;

/** Reason codes inside the exceptions of JMS. */
final class Reasons {
    private Reasons() {}

    /** The reason code a failure goes back to; 0 when there is none in it. */
    static int of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof MQException reported) {
                return reported.reasonCode;
            }
        }
        return 0;
    }
}
