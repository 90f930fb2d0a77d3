module ferromq.test/languages

go 1.18

require github.com/ibm-messaging/mq-golang/v5 v5.6.2
