/* What the samples share: connecting, opening, and saying what went wrong. */
#ifndef FERROMQ_SAMPLE_H
#define FERROMQ_SAMPLE_H

#include <stddef.h>
#include <cmqc.h>

/* Names in the MQI are fixed in length and filled with blanks. */
void set_field(char *field, size_t size, const char *text);

/* The length of a field without the blanks and zeros at its end. */
int field_length(const char *field, int size);

/* Says how a call ended, unless all is well. Gives the reason code. */
MQLONG report(const char *call, const char *object, MQLONG completion, MQLONG reason);

/* The same, and the program ends when the call failed. */
void check(const char *call, const char *object, MQLONG completion, MQLONG reason);

/* Connects to a queue manager; an empty name is the default one. */
MQHCONN connect_to(const char *manager);

/* Opens the queue, queue manager or other object of that name. */
MQHOBJ open_object(MQHCONN connection, MQLONG type, const char *name, MQLONG options);

void close_object(MQHCONN connection, MQHOBJ *object, MQLONG options, const char *name);

void disconnect(MQHCONN *connection);

/* Reads a line without its end; gives its length, or -1 at the end of the input. */
int read_line(char *line, int size);

/* How long samples wait for messages: SAMPLE_WAIT in seconds, or else five. */
MQLONG wait_ms(void);

/* An argument of the program; without one the other text, and without that the program ends and says its usage. */
const char *argument(int count, char **values, int index, const char *otherwise, const char *usage);

#endif
