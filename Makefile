# make run    build, create and start the queue manager QM1, show it working
# make test   everything a change must pass, every test
# make stop   end QM1
# make build  leave dist/ laid out as an MQ installation
# make image  build an image for containers from that: dist/ferromq-image.tar
# make clean  remove what was built; queue managers stay

SHELL := /bin/bash
export PATH := $(HOME)/.cargo/bin:$(PATH)

# Every name the executable answers to: each is a link in dist/bin.
COMMANDS := crtmqm strmqm endmqm dltmqm dspmq dspmqver runmqsc dmpmqlog dmpmqcfg rcdmqimg rcrmqobj dspmqtrn rsvmqtrn \
            runmqlsr endmqlsr runmqchl runmqchi runswchl strmqcsv endmqcsv dspmqcsv setmqaut dspmqaut dmpmqaut setmqusr \
            dmpmqmsg dspmqinf addmqinf rmvmqinf runmqtrm runmqtmc dspmqrte mqrc ffstsummary strmqtrc endmqtrc dspmqtrc dspmqfls runmqras crtmqenv \
            runmqdlq amqsdlq amqsdlqc amqsput amqsget amqsbcg amqsgbr amqsreq amqsech amqsrua amqsevt \
            fteSetupCoordination fteSetupCommands fteCreateAgent fteCreateBridgeAgent fteDeleteAgent fteStartAgent fteStopAgent ftePingAgent \
            fteListAgents fteShowAgentDetails fteCreateTransfer fteCancelTransfer ftePauseTransfer fteResumeTransfer fteObfuscate fteCleanAgent fteDisplayVersion fteRAS fteChangeDefaultConfigurationOptions \
            fteSetAgentLogLevel fteSetAgentTraceLevel fteSetLoggerTraceLevel \
            fteListScheduledTransfers fteDeleteScheduledTransfer fteCreateMonitor fteDeleteMonitor fteListMonitors \
            fteStartMonitor fteStopMonitor fteClearMonitorHistory fteCreateTemplate fteListTemplates fteDeleteTemplates \
            fteCreateLogger fteStartLogger fteStopLogger fteShowLoggerDetails fteDeleteLogger fteModifyLogger \
            asnqcap asnqapp asnqccmd asnqacmd asnclp asnqmfmt asntdiff asntrep \
            runmqserver runmqdevserver chkmqstarted chkmqhealthy chkmqready \
            amqsputc amqsgetc amqsbcgc amqsgbrc amqsreqc amqsechc amqsruac amqsmon amqsact amqsblst amqsblstc

# Documented commands that are not built: each says what there is instead.
UNBUILT := fteAnt fteCreateCDAgent fteCreateEnvironment fteDefine \
           fteDelete fteMigrateAgent fteMigrateConfigurationOptions fteMigrateLogger fteModifyAgent ftetag

# Where cargo leaves what it builds; the environment may name another place.
TARGET := $(or $(CARGO_TARGET_DIR),target)

# Where `make install` puts what was built, and in front of that what a packager puts in front.
PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: run test build image install deb stop clean tools

run: build
	@scripts/show-it-working

# What a later build could start from makes the first one a third slower: it is kept only where there is some of it already.
test: export CARGO_INCREMENTAL ?= $(if $(wildcard $(TARGET)/debug/incremental/*),1,0)
test:
	@scripts/ensure-tools tests
	@cargo xtask ci

build: tools
	@echo "Building FerroMQ (the first time takes a few minutes) ..."
	@cargo build --release --package ferromq-cli --package ferromq-capi --package ferromq-embedded --target-dir "$(TARGET)"
	@mkdir -p dist/bin
	@install -m 755 "$(TARGET)/release/ferromq" dist/bin/ferromq.new && mv -f dist/bin/ferromq.new dist/bin/ferromq
	@"$(TARGET)/release/ferromq-libraries" "$(TARGET)/release/libferromq_capi.so" dist/lib64
	@"$(TARGET)/release/ferromq-libraries" --embedded "$(TARGET)/release/libferromq_embedded.so" dist/lib64
	@ln -sfn lib64 dist/lib
	@for name in $(COMMANDS) $(UNBUILT); do ln -sf ferromq dist/bin/$$name; done
	@install -m 755 scripts/setmqenv dist/bin/setmqenv
	@mkdir -p dist/inc
	@install -m 644 crates/capi/include/*.h dist/inc/
	@mkdir -p dist/samp
	@install -m 644 samples/* dist/samp/

image: build
	@scripts/ensure-tools image
	@cargo xtask image

# Installs what `make build` has left in dist; it builds nothing, so that it can run as another user than the build did.
install:
	@scripts/install-tree "$(DESTDIR)" "$(PREFIX)" "$(COMMANDS)"

deb: build
	@scripts/make-deb

tools:
	@scripts/ensure-tools

stop:
	@dist/bin/endmqm -i QM1

clean:
	@rm -rf "$(TARGET)" dist
