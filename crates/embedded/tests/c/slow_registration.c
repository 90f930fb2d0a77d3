/* Put before the C library: whoever registers what is to be done around a fork is held up behind that. Other threads fork meanwhile. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

typedef int registers(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *dso);

int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *dso);

int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *dso)
{
    registers *next = (registers *)dlsym(RTLD_NEXT, "__register_atfork");
    int rc = next(prepare, parent, child, dso);
    usleep(20000);
    return rc;
}
