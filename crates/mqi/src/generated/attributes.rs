//! Every attribute of every object kind.
//!
//! Generated from `tables/attributes.csv` by `cargo xtask generate`; do not edit.

use crate::attribute::{AttributeInfo, Form, Initial, Uses};

/// An attribute; the number is the one in the log and is never given out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum Attr {
    /// `ACCTCONO`
    Acctcono = 70,
    /// `ACCTINT`
    Acctint = 71,
    /// `ACCTMQI`
    Acctmqi = 72,
    /// `ACCTQ`
    Acctq = 3,
    /// `ACTIVREC`
    Activrec = 73,
    /// `ACTVCONO`
    Actvcono = 74,
    /// `ACTVTRC`
    Actvtrc = 75,
    /// `ADDRESS`
    Address = 224,
    /// `ADDRLIST`
    Addrlist = 225,
    /// `ADOPTCTX`
    Adoptctx = 202,
    /// `ADVCAP`
    Advcap = 76,
    /// `AFFINITY`
    Affinity = 179,
    /// `ALTDATE`
    Altdate = 4,
    /// `ALTTIME`
    Alttime = 5,
    /// `AMQPCAP`
    Amqpcap = 77,
    /// `APPLICID`
    Applicid = 151,
    /// `APPLTYPE`
    Appltype = 152,
    /// `AUTHENMD`
    Authenmd = 206,
    /// `AUTHINFO`
    Authinfo = 200,
    /// `AUTHOREV`
    Authorev = 78,
    /// `AUTHORMD`
    Authormd = 217,
    /// `AUTHTYPE`
    Authtype = 201,
    /// `BACKLOG`
    Backlog = 192,
    /// `BASEDNG`
    Basedng = 210,
    /// `BASEDNU`
    Basednu = 211,
    /// `BATCHHB`
    Batchhb = 285,
    /// `BATCHINT`
    Batchint = 286,
    /// `BATCHLIM`
    Batchlim = 287,
    /// `BATCHSZ`
    Batchsz = 288,
    /// `BOQNAME`
    Boqname = 6,
    /// `BOTHRESH`
    Bothresh = 7,
    /// `BRIDGE`
    Bridge = 276,
    /// `CAPEXPRY`
    Capexpry = 8,
    /// `CCSID`
    Ccsid = 79,
    /// `CERTLABL`
    Certlabl = 80,
    /// `CERTVPOL`
    Certvpol = 81,
    /// `CHAD`
    Chad = 82,
    /// `CHADEV`
    Chadev = 83,
    /// `CHADEXIT`
    Chadexit = 84,
    /// `CHANNEL`
    Channel = 158,
    /// `CHCKCLNT`
    Chckclnt = 203,
    /// `CHCKLOCL`
    Chcklocl = 204,
    /// `CHLAUTH`
    Chlauth = 86,
    /// `CHLEV`
    Chlev = 85,
    /// `CHLTYPE`
    Chltype = 159,
    /// `CLASSGRP`
    Classgrp = 207,
    /// `CLASSUSR`
    Classusr = 208,
    /// `CLCHNAME`
    Clchname = 11,
    /// `CLNTUSER`
    Clntuser = 223,
    /// `CLNTWGHT`
    Clntwght = 180,
    /// `CLROUTE`
    Clroute = 231,
    /// `CLSTATE`
    Clstate = 408,
    /// `CLUSDATE`
    Clusdate = 401,
    /// `CLUSNL`
    Clusnl = 9,
    /// `CLUSQMGR`
    Clusqmgr = 400,
    /// `CLUSQT`
    Clusqt = 406,
    /// `CLUSTER`
    Cluster = 10,
    /// `CLUSTIME`
    Clustime = 402,
    /// `CLWLDATA`
    Clwldata = 87,
    /// `CLWLEXIT`
    Clwlexit = 88,
    /// `CLWLLEN`
    Clwllen = 89,
    /// `CLWLMRUC`
    Clwlmruc = 90,
    /// `CLWLPRTY`
    Clwlprty = 12,
    /// `CLWLRANK`
    Clwlrank = 13,
    /// `CLWLUSEQ`
    Clwluseq = 14,
    /// `CLWLWGHT`
    Clwlwght = 350,
    /// `CMDEV`
    Cmdev = 91,
    /// `CMDLEVEL`
    Cmdlevel = 92,
    /// `COMMANDQ`
    Commandq = 93,
    /// `COMMEV`
    Commev = 277,
    /// `COMMINFO`
    Comminfo = 244,
    /// `COMPHDR`
    Comphdr = 160,
    /// `COMPMSG`
    Compmsg = 161,
    /// `CONFIGEV`
    Configev = 94,
    /// `CONNAME`
    Conname = 181,
    /// `CONNAUTH`
    Connauth = 95,
    /// `CONTROL`
    Control = 189,
    /// `CONVERT`
    Convert = 289,
    /// `CRDATE`
    Crdate = 15,
    /// `CRTIME`
    Crtime = 16,
    /// `CURDEPTH`
    Curdepth = 17,
    /// `CUSTOM`
    Custom = 18,
    /// `DEADQ`
    Deadq = 96,
    /// `DEFBIND`
    Defbind = 19,
    /// `DEFCLXQ`
    Defclxq = 97,
    /// `DEFPRESP`
    Defpresp = 22,
    /// `DEFPRTY`
    Defprty = 20,
    /// `DEFPSIST`
    Defpsist = 21,
    /// `DEFREADA`
    Defreada = 23,
    /// `DEFRECON`
    Defrecon = 182,
    /// `DEFSOPT`
    Defsopt = 24,
    /// `DEFTYPE`
    Deftype = 25,
    /// `DEFXMITQ`
    Defxmitq = 98,
    /// `DESCR`
    Descr = 26,
    /// `DEST`
    Dest = 248,
    /// `DESTCLAS`
    Destclas = 251,
    /// `DESTCORL`
    Destcorl = 250,
    /// `DESTQMGR`
    Destqmgr = 249,
    /// `DISCINT`
    Discint = 162,
    /// `DISTL`
    Distl = 27,
    /// `DURABLE`
    Durable = 252,
    /// `DURSUB`
    Dursub = 232,
    /// `ENCODING`
    Encoding = 278,
    /// `ENVRDATA`
    Envrdata = 153,
    /// `EXPIRY`
    Expiry = 253,
    /// `FAILDLAY`
    Faildlay = 205,
    /// `FINDGRP`
    Findgrp = 209,
    /// `GET`
    Get = 28,
    /// `GRPADDR`
    Grpaddr = 279,
    /// `GRPFIELD`
    Grpfield = 215,
    /// `HARDENBO`
    Hardenbo = 29,
    /// `HBINT`
    Hbint = 163,
    /// `IMGINTVL`
    Imgintvl = 99,
    /// `IMGLOGLN`
    Imglogln = 100,
    /// `IMGRCOVO`
    Imgrcovo = 101,
    /// `IMGRCOVQ`
    Imgrcovq = 30,
    /// `IMGSCHED`
    Imgsched = 102,
    /// `INHIBTEV`
    Inhibtev = 103,
    /// `INITKEY`
    Initkey = 104,
    /// `INITQ`
    Initq = 31,
    /// `IPADDR`
    Ipaddr = 191,
    /// `IPADDRV`
    Ipaddrv = 105,
    /// `IPPROCS`
    Ipprocs = 32,
    /// `KAINT`
    Kaint = 164,
    /// `KEYRPWD`
    Keyrpwd = 106,
    /// `LDAPPWD`
    Ldappwd = 213,
    /// `LDAPUSER`
    Ldapuser = 212,
    /// `LISTENER`
    Listener = 188,
    /// `LOCALEV`
    Localev = 107,
    /// `LOCLADDR`
    Locladdr = 183,
    /// `LOGGEREV`
    Loggerev = 108,
    /// `LONGRTY`
    Longrty = 290,
    /// `LONGTMR`
    Longtmr = 291,
    /// `MARKINT`
    Markint = 109,
    /// `MAXDEPTH`
    Maxdepth = 33,
    /// `MAXFSIZE`
    Maxfsize = 34,
    /// `MAXHANDS`
    Maxhands = 110,
    /// `MAXINST`
    Maxinst = 165,
    /// `MAXINSTC`
    Maxinstc = 166,
    /// `MAXMSGL`
    Maxmsgl = 35,
    /// `MAXPROPL`
    Maxpropl = 111,
    /// `MAXPRTY`
    Maxprty = 112,
    /// `MAXUMSGS`
    Maxumsgs = 113,
    /// `MCANAME`
    Mcaname = 292,
    /// `MCAST`
    Mcast = 243,
    /// `MCATYPE`
    Mcatype = 293,
    /// `MCAUSER`
    Mcauser = 167,
    /// `MCHBINT`
    Mchbint = 280,
    /// `MCPROP`
    Mcprop = 281,
    /// `MDURMDL`
    Mdurmdl = 241,
    /// `MNDURMDL`
    Mndurmdl = 242,
    /// `MODENAME`
    Modename = 184,
    /// `MONACLS`
    Monacls = 114,
    /// `MONCHL`
    Monchl = 115,
    /// `MONINT`
    Monint = 282,
    /// `MONQ`
    Monq = 36,
    /// `MRDATA`
    Mrdata = 294,
    /// `MREXIT`
    Mrexit = 295,
    /// `MRRTY`
    Mrrty = 296,
    /// `MRTMR`
    Mrtmr = 297,
    /// `MSGDATA`
    Msgdata = 298,
    /// `MSGDLVSQ`
    Msgdlvsq = 37,
    /// `MSGEXIT`
    Msgexit = 299,
    /// `MSGHIST`
    Msghist = 283,
    /// `NAMCOUNT`
    Namcount = 156,
    /// `NAMELIST`
    Namelist = 155,
    /// `NAMES`
    Names = 157,
    /// `NESTGRP`
    Nestgrp = 218,
    /// `NETPRTY`
    Netprty = 351,
    /// `NPMCLASS`
    Npmclass = 39,
    /// `NPMSGDLV`
    Npmsgdlv = 236,
    /// `NPMSPEED`
    Npmspeed = 300,
    /// `NSUBHIST`
    Nsubhist = 284,
    /// `OCSPURL`
    Ocspurl = 220,
    /// `OPPROCS`
    Opprocs = 40,
    /// `OTELPCTL`
    Otelpctl = 41,
    /// `OTELTRAC`
    Oteltrac = 42,
    /// `PARENT`
    Parent = 116,
    /// `PASSWORD`
    Password = 185,
    /// `PERFMEV`
    Perfmev = 117,
    /// `PLATFORM`
    Platform = 118,
    /// `PMSGDLV`
    Pmsgdlv = 235,
    /// `PORT`
    Port = 190,
    /// `PROCESS`
    Process = 43,
    /// `PROPCTL`
    Propctl = 45,
    /// `PROXYSUB`
    Proxysub = 239,
    /// `PSCLUS`
    Psclus = 120,
    /// `PSMODE`
    Psmode = 119,
    /// `PSNPMSG`
    Psnpmsg = 121,
    /// `PSNPRES`
    Psnpres = 122,
    /// `PSPROP`
    Psprop = 260,
    /// `PSRTYCNT`
    Psrtycnt = 123,
    /// `PSSYNCPT`
    Pssyncpt = 124,
    /// `PUB`
    Pub = 233,
    /// `PUBACCT`
    Pubacct = 257,
    /// `PUBAPPID`
    Pubappid = 258,
    /// `PUBPRTY`
    Pubprty = 259,
    /// `PUBSCOPE`
    Pubscope = 237,
    /// `PUT`
    Put = 44,
    /// `PUTAUT`
    Putaut = 301,
    /// `QDEPTHHI`
    Qdepthhi = 46,
    /// `QDEPTHLO`
    Qdepthlo = 47,
    /// `QDPHIEV`
    Qdphiev = 48,
    /// `QDPLOEV`
    Qdploev = 49,
    /// `QDPMAXEV`
    Qdpmaxev = 50,
    /// `QMID`
    Qmid = 125,
    /// `QMNAME`
    Qmname = 69,
    /// `QMTYPE`
    Qmtype = 403,
    /// `QSVCIEV`
    Qsvciev = 51,
    /// `QSVCINT`
    Qsvcint = 52,
    /// `QUEUE`
    Queue = 1,
    /// `RCVDATA`
    Rcvdata = 168,
    /// `RCVEXIT`
    Rcvexit = 169,
    /// `READERS`
    Readers = 410,
    /// `RECORD`
    Record = 407,
    /// `REMOTEEV`
    Remoteev = 126,
    /// `REPOS`
    Repos = 127,
    /// `REPOSNL`
    Reposnl = 128,
    /// `REQONLY`
    Reqonly = 261,
    /// `RESETSEQ`
    Resetseq = 409,
    /// `RETINTVL`
    Retintvl = 53,
    /// `REVDNS`
    Revdns = 129,
    /// `RNAME`
    Rname = 67,
    /// `ROUTEREC`
    Routerec = 130,
    /// `RQMNAME`
    Rqmname = 66,
    /// `SCHINIT`
    Schinit = 131,
    /// `SCMDSERV`
    Scmdserv = 132,
    /// `SCOPE`
    Scope = 54,
    /// `SCYDATA`
    Scydata = 170,
    /// `SCYEXIT`
    Scyexit = 171,
    /// `SECCOMM`
    Seccomm = 219,
    /// `SELECTOR`
    Selector = 254,
    /// `SELTYPE`
    Seltype = 255,
    /// `SENDDATA`
    Senddata = 172,
    /// `SENDEXIT`
    Sendexit = 173,
    /// `SEQWRAP`
    Seqwrap = 302,
    /// `SERVICE`
    Service = 268,
    /// `SERVTYPE`
    Servtype = 269,
    /// `SHARE`
    Share = 55,
    /// `SHARECNV`
    Sharecnv = 174,
    /// `SHORTRTY`
    Shortrty = 303,
    /// `SHORTTMR`
    Shorttmr = 304,
    /// `SHORTUSR`
    Shortusr = 214,
    /// `SPLCAP`
    Splcap = 133,
    /// `SSLCAUTH`
    Sslcauth = 175,
    /// `SSLCERTI`
    Sslcerti = 222,
    /// `SSLCIPH`
    Sslciph = 176,
    /// `SSLCRLNL`
    Sslcrlnl = 134,
    /// `SSLCRYP`
    Sslcryp = 135,
    /// `SSLEV`
    Sslev = 136,
    /// `SSLFIPS`
    Sslfips = 137,
    /// `SSLKEYR`
    Sslkeyr = 138,
    /// `SSLPEER`
    Sslpeer = 177,
    /// `SSLRKEYC`
    Sslrkeyc = 139,
    /// `STARTARG`
    Startarg = 271,
    /// `STARTCMD`
    Startcmd = 270,
    /// `STATACLS`
    Statacls = 140,
    /// `STATCHL`
    Statchl = 141,
    /// `STATINT`
    Statint = 142,
    /// `STATMQI`
    Statmqi = 143,
    /// `STATQ`
    Statq = 56,
    /// `STATUS`
    Status = 404,
    /// `STDERR`
    Stderr = 275,
    /// `STDOUT`
    Stdout = 274,
    /// `STOPARG`
    Stoparg = 273,
    /// `STOPCMD`
    Stopcmd = 272,
    /// `STREAMQ`
    Streamq = 57,
    /// `STRMQOS`
    Strmqos = 58,
    /// `STRSTPEV`
    Strstpev = 144,
    /// `SUB`
    Sub = 234,
    /// `SUBID`
    Subid = 246,
    /// `SUBLEVEL`
    Sublevel = 262,
    /// `SUBOPTS`
    Subopts = 267,
    /// `SUBSCOPE`
    Subscope = 238,
    /// `SUBTYPE`
    Subtype = 263,
    /// `SUBUSER`
    Subuser = 264,
    /// `SUITEB`
    Suiteb = 145,
    /// `SUSPEND`
    Suspend = 405,
    /// `SYNCPT`
    Syncpt = 146,
    /// `TARGET`
    Target = 64,
    /// `TARGTYPE`
    Targtype = 65,
    /// `TOPIC`
    Topic = 229,
    /// `TOPICOBJ`
    Topicobj = 247,
    /// `TOPICSTR`
    Topicstr = 230,
    /// `TPNAME`
    Tpname = 186,
    /// `TREELIFE`
    Treelife = 147,
    /// `TRIGDATA`
    Trigdata = 59,
    /// `TRIGDPTH`
    Trigdpth = 60,
    /// `TRIGGER`
    Trigger = 38,
    /// `TRIGINT`
    Trigint = 148,
    /// `TRIGMPRI`
    Trigmpri = 61,
    /// `TRIGTYPE`
    Trigtype = 62,
    /// `TRPTYPE`
    Trptype = 178,
    /// `TYPE`
    Type = 2,
    /// `USAGE`
    Usage = 63,
    /// `USEDLQ`
    Usedlq = 245,
    /// `USERDATA`
    Userdata = 154,
    /// `USERID`
    Userid = 187,
    /// `USERLIST`
    Userlist = 226,
    /// `USERSRC`
    Usersrc = 227,
    /// `USES`
    Uses = 411,
    /// `USRFIELD`
    Usrfield = 216,
    /// `VARUSER`
    Varuser = 265,
    /// `VERSION`
    Version = 149,
    /// `WARN`
    Warn = 228,
    /// `WILDCARD`
    Wildcard = 240,
    /// `WSCHEMA`
    Wschema = 266,
    /// `XMITQ`
    Xmitq = 68,
    /// `XRCAP`
    Xrcap = 150,
}

impl Attr {
    /// The MQSC keyword.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Attr::Acctcono => "ACCTCONO",
            Attr::Acctint => "ACCTINT",
            Attr::Acctmqi => "ACCTMQI",
            Attr::Acctq => "ACCTQ",
            Attr::Activrec => "ACTIVREC",
            Attr::Actvcono => "ACTVCONO",
            Attr::Actvtrc => "ACTVTRC",
            Attr::Address => "ADDRESS",
            Attr::Addrlist => "ADDRLIST",
            Attr::Adoptctx => "ADOPTCTX",
            Attr::Advcap => "ADVCAP",
            Attr::Affinity => "AFFINITY",
            Attr::Altdate => "ALTDATE",
            Attr::Alttime => "ALTTIME",
            Attr::Amqpcap => "AMQPCAP",
            Attr::Applicid => "APPLICID",
            Attr::Appltype => "APPLTYPE",
            Attr::Authenmd => "AUTHENMD",
            Attr::Authinfo => "AUTHINFO",
            Attr::Authorev => "AUTHOREV",
            Attr::Authormd => "AUTHORMD",
            Attr::Authtype => "AUTHTYPE",
            Attr::Backlog => "BACKLOG",
            Attr::Basedng => "BASEDNG",
            Attr::Basednu => "BASEDNU",
            Attr::Batchhb => "BATCHHB",
            Attr::Batchint => "BATCHINT",
            Attr::Batchlim => "BATCHLIM",
            Attr::Batchsz => "BATCHSZ",
            Attr::Boqname => "BOQNAME",
            Attr::Bothresh => "BOTHRESH",
            Attr::Bridge => "BRIDGE",
            Attr::Capexpry => "CAPEXPRY",
            Attr::Ccsid => "CCSID",
            Attr::Certlabl => "CERTLABL",
            Attr::Certvpol => "CERTVPOL",
            Attr::Chad => "CHAD",
            Attr::Chadev => "CHADEV",
            Attr::Chadexit => "CHADEXIT",
            Attr::Channel => "CHANNEL",
            Attr::Chckclnt => "CHCKCLNT",
            Attr::Chcklocl => "CHCKLOCL",
            Attr::Chlauth => "CHLAUTH",
            Attr::Chlev => "CHLEV",
            Attr::Chltype => "CHLTYPE",
            Attr::Classgrp => "CLASSGRP",
            Attr::Classusr => "CLASSUSR",
            Attr::Clchname => "CLCHNAME",
            Attr::Clntuser => "CLNTUSER",
            Attr::Clntwght => "CLNTWGHT",
            Attr::Clroute => "CLROUTE",
            Attr::Clstate => "CLSTATE",
            Attr::Clusdate => "CLUSDATE",
            Attr::Clusnl => "CLUSNL",
            Attr::Clusqmgr => "CLUSQMGR",
            Attr::Clusqt => "CLUSQT",
            Attr::Cluster => "CLUSTER",
            Attr::Clustime => "CLUSTIME",
            Attr::Clwldata => "CLWLDATA",
            Attr::Clwlexit => "CLWLEXIT",
            Attr::Clwllen => "CLWLLEN",
            Attr::Clwlmruc => "CLWLMRUC",
            Attr::Clwlprty => "CLWLPRTY",
            Attr::Clwlrank => "CLWLRANK",
            Attr::Clwluseq => "CLWLUSEQ",
            Attr::Clwlwght => "CLWLWGHT",
            Attr::Cmdev => "CMDEV",
            Attr::Cmdlevel => "CMDLEVEL",
            Attr::Commandq => "COMMANDQ",
            Attr::Commev => "COMMEV",
            Attr::Comminfo => "COMMINFO",
            Attr::Comphdr => "COMPHDR",
            Attr::Compmsg => "COMPMSG",
            Attr::Configev => "CONFIGEV",
            Attr::Conname => "CONNAME",
            Attr::Connauth => "CONNAUTH",
            Attr::Control => "CONTROL",
            Attr::Convert => "CONVERT",
            Attr::Crdate => "CRDATE",
            Attr::Crtime => "CRTIME",
            Attr::Curdepth => "CURDEPTH",
            Attr::Custom => "CUSTOM",
            Attr::Deadq => "DEADQ",
            Attr::Defbind => "DEFBIND",
            Attr::Defclxq => "DEFCLXQ",
            Attr::Defpresp => "DEFPRESP",
            Attr::Defprty => "DEFPRTY",
            Attr::Defpsist => "DEFPSIST",
            Attr::Defreada => "DEFREADA",
            Attr::Defrecon => "DEFRECON",
            Attr::Defsopt => "DEFSOPT",
            Attr::Deftype => "DEFTYPE",
            Attr::Defxmitq => "DEFXMITQ",
            Attr::Descr => "DESCR",
            Attr::Dest => "DEST",
            Attr::Destclas => "DESTCLAS",
            Attr::Destcorl => "DESTCORL",
            Attr::Destqmgr => "DESTQMGR",
            Attr::Discint => "DISCINT",
            Attr::Distl => "DISTL",
            Attr::Durable => "DURABLE",
            Attr::Dursub => "DURSUB",
            Attr::Encoding => "ENCODING",
            Attr::Envrdata => "ENVRDATA",
            Attr::Expiry => "EXPIRY",
            Attr::Faildlay => "FAILDLAY",
            Attr::Findgrp => "FINDGRP",
            Attr::Get => "GET",
            Attr::Grpaddr => "GRPADDR",
            Attr::Grpfield => "GRPFIELD",
            Attr::Hardenbo => "HARDENBO",
            Attr::Hbint => "HBINT",
            Attr::Imgintvl => "IMGINTVL",
            Attr::Imglogln => "IMGLOGLN",
            Attr::Imgrcovo => "IMGRCOVO",
            Attr::Imgrcovq => "IMGRCOVQ",
            Attr::Imgsched => "IMGSCHED",
            Attr::Inhibtev => "INHIBTEV",
            Attr::Initkey => "INITKEY",
            Attr::Initq => "INITQ",
            Attr::Ipaddr => "IPADDR",
            Attr::Ipaddrv => "IPADDRV",
            Attr::Ipprocs => "IPPROCS",
            Attr::Kaint => "KAINT",
            Attr::Keyrpwd => "KEYRPWD",
            Attr::Ldappwd => "LDAPPWD",
            Attr::Ldapuser => "LDAPUSER",
            Attr::Listener => "LISTENER",
            Attr::Localev => "LOCALEV",
            Attr::Locladdr => "LOCLADDR",
            Attr::Loggerev => "LOGGEREV",
            Attr::Longrty => "LONGRTY",
            Attr::Longtmr => "LONGTMR",
            Attr::Markint => "MARKINT",
            Attr::Maxdepth => "MAXDEPTH",
            Attr::Maxfsize => "MAXFSIZE",
            Attr::Maxhands => "MAXHANDS",
            Attr::Maxinst => "MAXINST",
            Attr::Maxinstc => "MAXINSTC",
            Attr::Maxmsgl => "MAXMSGL",
            Attr::Maxpropl => "MAXPROPL",
            Attr::Maxprty => "MAXPRTY",
            Attr::Maxumsgs => "MAXUMSGS",
            Attr::Mcaname => "MCANAME",
            Attr::Mcast => "MCAST",
            Attr::Mcatype => "MCATYPE",
            Attr::Mcauser => "MCAUSER",
            Attr::Mchbint => "MCHBINT",
            Attr::Mcprop => "MCPROP",
            Attr::Mdurmdl => "MDURMDL",
            Attr::Mndurmdl => "MNDURMDL",
            Attr::Modename => "MODENAME",
            Attr::Monacls => "MONACLS",
            Attr::Monchl => "MONCHL",
            Attr::Monint => "MONINT",
            Attr::Monq => "MONQ",
            Attr::Mrdata => "MRDATA",
            Attr::Mrexit => "MREXIT",
            Attr::Mrrty => "MRRTY",
            Attr::Mrtmr => "MRTMR",
            Attr::Msgdata => "MSGDATA",
            Attr::Msgdlvsq => "MSGDLVSQ",
            Attr::Msgexit => "MSGEXIT",
            Attr::Msghist => "MSGHIST",
            Attr::Namcount => "NAMCOUNT",
            Attr::Namelist => "NAMELIST",
            Attr::Names => "NAMES",
            Attr::Nestgrp => "NESTGRP",
            Attr::Netprty => "NETPRTY",
            Attr::Npmclass => "NPMCLASS",
            Attr::Npmsgdlv => "NPMSGDLV",
            Attr::Npmspeed => "NPMSPEED",
            Attr::Nsubhist => "NSUBHIST",
            Attr::Ocspurl => "OCSPURL",
            Attr::Opprocs => "OPPROCS",
            Attr::Otelpctl => "OTELPCTL",
            Attr::Oteltrac => "OTELTRAC",
            Attr::Parent => "PARENT",
            Attr::Password => "PASSWORD",
            Attr::Perfmev => "PERFMEV",
            Attr::Platform => "PLATFORM",
            Attr::Pmsgdlv => "PMSGDLV",
            Attr::Port => "PORT",
            Attr::Process => "PROCESS",
            Attr::Propctl => "PROPCTL",
            Attr::Proxysub => "PROXYSUB",
            Attr::Psclus => "PSCLUS",
            Attr::Psmode => "PSMODE",
            Attr::Psnpmsg => "PSNPMSG",
            Attr::Psnpres => "PSNPRES",
            Attr::Psprop => "PSPROP",
            Attr::Psrtycnt => "PSRTYCNT",
            Attr::Pssyncpt => "PSSYNCPT",
            Attr::Pub => "PUB",
            Attr::Pubacct => "PUBACCT",
            Attr::Pubappid => "PUBAPPID",
            Attr::Pubprty => "PUBPRTY",
            Attr::Pubscope => "PUBSCOPE",
            Attr::Put => "PUT",
            Attr::Putaut => "PUTAUT",
            Attr::Qdepthhi => "QDEPTHHI",
            Attr::Qdepthlo => "QDEPTHLO",
            Attr::Qdphiev => "QDPHIEV",
            Attr::Qdploev => "QDPLOEV",
            Attr::Qdpmaxev => "QDPMAXEV",
            Attr::Qmid => "QMID",
            Attr::Qmname => "QMNAME",
            Attr::Qmtype => "QMTYPE",
            Attr::Qsvciev => "QSVCIEV",
            Attr::Qsvcint => "QSVCINT",
            Attr::Queue => "QUEUE",
            Attr::Rcvdata => "RCVDATA",
            Attr::Rcvexit => "RCVEXIT",
            Attr::Readers => "READERS",
            Attr::Record => "RECORD",
            Attr::Remoteev => "REMOTEEV",
            Attr::Repos => "REPOS",
            Attr::Reposnl => "REPOSNL",
            Attr::Reqonly => "REQONLY",
            Attr::Resetseq => "RESETSEQ",
            Attr::Retintvl => "RETINTVL",
            Attr::Revdns => "REVDNS",
            Attr::Rname => "RNAME",
            Attr::Routerec => "ROUTEREC",
            Attr::Rqmname => "RQMNAME",
            Attr::Schinit => "SCHINIT",
            Attr::Scmdserv => "SCMDSERV",
            Attr::Scope => "SCOPE",
            Attr::Scydata => "SCYDATA",
            Attr::Scyexit => "SCYEXIT",
            Attr::Seccomm => "SECCOMM",
            Attr::Selector => "SELECTOR",
            Attr::Seltype => "SELTYPE",
            Attr::Senddata => "SENDDATA",
            Attr::Sendexit => "SENDEXIT",
            Attr::Seqwrap => "SEQWRAP",
            Attr::Service => "SERVICE",
            Attr::Servtype => "SERVTYPE",
            Attr::Share => "SHARE",
            Attr::Sharecnv => "SHARECNV",
            Attr::Shortrty => "SHORTRTY",
            Attr::Shorttmr => "SHORTTMR",
            Attr::Shortusr => "SHORTUSR",
            Attr::Splcap => "SPLCAP",
            Attr::Sslcauth => "SSLCAUTH",
            Attr::Sslcerti => "SSLCERTI",
            Attr::Sslciph => "SSLCIPH",
            Attr::Sslcrlnl => "SSLCRLNL",
            Attr::Sslcryp => "SSLCRYP",
            Attr::Sslev => "SSLEV",
            Attr::Sslfips => "SSLFIPS",
            Attr::Sslkeyr => "SSLKEYR",
            Attr::Sslpeer => "SSLPEER",
            Attr::Sslrkeyc => "SSLRKEYC",
            Attr::Startarg => "STARTARG",
            Attr::Startcmd => "STARTCMD",
            Attr::Statacls => "STATACLS",
            Attr::Statchl => "STATCHL",
            Attr::Statint => "STATINT",
            Attr::Statmqi => "STATMQI",
            Attr::Statq => "STATQ",
            Attr::Status => "STATUS",
            Attr::Stderr => "STDERR",
            Attr::Stdout => "STDOUT",
            Attr::Stoparg => "STOPARG",
            Attr::Stopcmd => "STOPCMD",
            Attr::Streamq => "STREAMQ",
            Attr::Strmqos => "STRMQOS",
            Attr::Strstpev => "STRSTPEV",
            Attr::Sub => "SUB",
            Attr::Subid => "SUBID",
            Attr::Sublevel => "SUBLEVEL",
            Attr::Subopts => "SUBOPTS",
            Attr::Subscope => "SUBSCOPE",
            Attr::Subtype => "SUBTYPE",
            Attr::Subuser => "SUBUSER",
            Attr::Suiteb => "SUITEB",
            Attr::Suspend => "SUSPEND",
            Attr::Syncpt => "SYNCPT",
            Attr::Target => "TARGET",
            Attr::Targtype => "TARGTYPE",
            Attr::Topic => "TOPIC",
            Attr::Topicobj => "TOPICOBJ",
            Attr::Topicstr => "TOPICSTR",
            Attr::Tpname => "TPNAME",
            Attr::Treelife => "TREELIFE",
            Attr::Trigdata => "TRIGDATA",
            Attr::Trigdpth => "TRIGDPTH",
            Attr::Trigger => "TRIGGER",
            Attr::Trigint => "TRIGINT",
            Attr::Trigmpri => "TRIGMPRI",
            Attr::Trigtype => "TRIGTYPE",
            Attr::Trptype => "TRPTYPE",
            Attr::Type => "TYPE",
            Attr::Usage => "USAGE",
            Attr::Usedlq => "USEDLQ",
            Attr::Userdata => "USERDATA",
            Attr::Userid => "USERID",
            Attr::Userlist => "USERLIST",
            Attr::Usersrc => "USERSRC",
            Attr::Uses => "USES",
            Attr::Usrfield => "USRFIELD",
            Attr::Varuser => "VARUSER",
            Attr::Version => "VERSION",
            Attr::Warn => "WARN",
            Attr::Wildcard => "WILDCARD",
            Attr::Wschema => "WSCHEMA",
            Attr::Xmitq => "XMITQ",
            Attr::Xrcap => "XRCAP",
        }
    }

    /// The attribute with that number in the log.
    #[must_use]
    pub const fn from_id(id: u16) -> Option<Attr> {
        match id {
            70 => Some(Attr::Acctcono),
            71 => Some(Attr::Acctint),
            72 => Some(Attr::Acctmqi),
            3 => Some(Attr::Acctq),
            73 => Some(Attr::Activrec),
            74 => Some(Attr::Actvcono),
            75 => Some(Attr::Actvtrc),
            224 => Some(Attr::Address),
            225 => Some(Attr::Addrlist),
            202 => Some(Attr::Adoptctx),
            76 => Some(Attr::Advcap),
            179 => Some(Attr::Affinity),
            4 => Some(Attr::Altdate),
            5 => Some(Attr::Alttime),
            77 => Some(Attr::Amqpcap),
            151 => Some(Attr::Applicid),
            152 => Some(Attr::Appltype),
            206 => Some(Attr::Authenmd),
            200 => Some(Attr::Authinfo),
            78 => Some(Attr::Authorev),
            217 => Some(Attr::Authormd),
            201 => Some(Attr::Authtype),
            192 => Some(Attr::Backlog),
            210 => Some(Attr::Basedng),
            211 => Some(Attr::Basednu),
            285 => Some(Attr::Batchhb),
            286 => Some(Attr::Batchint),
            287 => Some(Attr::Batchlim),
            288 => Some(Attr::Batchsz),
            6 => Some(Attr::Boqname),
            7 => Some(Attr::Bothresh),
            276 => Some(Attr::Bridge),
            8 => Some(Attr::Capexpry),
            79 => Some(Attr::Ccsid),
            80 => Some(Attr::Certlabl),
            81 => Some(Attr::Certvpol),
            82 => Some(Attr::Chad),
            83 => Some(Attr::Chadev),
            84 => Some(Attr::Chadexit),
            158 => Some(Attr::Channel),
            203 => Some(Attr::Chckclnt),
            204 => Some(Attr::Chcklocl),
            86 => Some(Attr::Chlauth),
            85 => Some(Attr::Chlev),
            159 => Some(Attr::Chltype),
            207 => Some(Attr::Classgrp),
            208 => Some(Attr::Classusr),
            11 => Some(Attr::Clchname),
            223 => Some(Attr::Clntuser),
            180 => Some(Attr::Clntwght),
            231 => Some(Attr::Clroute),
            408 => Some(Attr::Clstate),
            401 => Some(Attr::Clusdate),
            9 => Some(Attr::Clusnl),
            400 => Some(Attr::Clusqmgr),
            406 => Some(Attr::Clusqt),
            10 => Some(Attr::Cluster),
            402 => Some(Attr::Clustime),
            87 => Some(Attr::Clwldata),
            88 => Some(Attr::Clwlexit),
            89 => Some(Attr::Clwllen),
            90 => Some(Attr::Clwlmruc),
            12 => Some(Attr::Clwlprty),
            13 => Some(Attr::Clwlrank),
            14 => Some(Attr::Clwluseq),
            350 => Some(Attr::Clwlwght),
            91 => Some(Attr::Cmdev),
            92 => Some(Attr::Cmdlevel),
            93 => Some(Attr::Commandq),
            277 => Some(Attr::Commev),
            244 => Some(Attr::Comminfo),
            160 => Some(Attr::Comphdr),
            161 => Some(Attr::Compmsg),
            94 => Some(Attr::Configev),
            181 => Some(Attr::Conname),
            95 => Some(Attr::Connauth),
            189 => Some(Attr::Control),
            289 => Some(Attr::Convert),
            15 => Some(Attr::Crdate),
            16 => Some(Attr::Crtime),
            17 => Some(Attr::Curdepth),
            18 => Some(Attr::Custom),
            96 => Some(Attr::Deadq),
            19 => Some(Attr::Defbind),
            97 => Some(Attr::Defclxq),
            22 => Some(Attr::Defpresp),
            20 => Some(Attr::Defprty),
            21 => Some(Attr::Defpsist),
            23 => Some(Attr::Defreada),
            182 => Some(Attr::Defrecon),
            24 => Some(Attr::Defsopt),
            25 => Some(Attr::Deftype),
            98 => Some(Attr::Defxmitq),
            26 => Some(Attr::Descr),
            248 => Some(Attr::Dest),
            251 => Some(Attr::Destclas),
            250 => Some(Attr::Destcorl),
            249 => Some(Attr::Destqmgr),
            162 => Some(Attr::Discint),
            27 => Some(Attr::Distl),
            252 => Some(Attr::Durable),
            232 => Some(Attr::Dursub),
            278 => Some(Attr::Encoding),
            153 => Some(Attr::Envrdata),
            253 => Some(Attr::Expiry),
            205 => Some(Attr::Faildlay),
            209 => Some(Attr::Findgrp),
            28 => Some(Attr::Get),
            279 => Some(Attr::Grpaddr),
            215 => Some(Attr::Grpfield),
            29 => Some(Attr::Hardenbo),
            163 => Some(Attr::Hbint),
            99 => Some(Attr::Imgintvl),
            100 => Some(Attr::Imglogln),
            101 => Some(Attr::Imgrcovo),
            30 => Some(Attr::Imgrcovq),
            102 => Some(Attr::Imgsched),
            103 => Some(Attr::Inhibtev),
            104 => Some(Attr::Initkey),
            31 => Some(Attr::Initq),
            191 => Some(Attr::Ipaddr),
            105 => Some(Attr::Ipaddrv),
            32 => Some(Attr::Ipprocs),
            164 => Some(Attr::Kaint),
            106 => Some(Attr::Keyrpwd),
            213 => Some(Attr::Ldappwd),
            212 => Some(Attr::Ldapuser),
            188 => Some(Attr::Listener),
            107 => Some(Attr::Localev),
            183 => Some(Attr::Locladdr),
            108 => Some(Attr::Loggerev),
            290 => Some(Attr::Longrty),
            291 => Some(Attr::Longtmr),
            109 => Some(Attr::Markint),
            33 => Some(Attr::Maxdepth),
            34 => Some(Attr::Maxfsize),
            110 => Some(Attr::Maxhands),
            165 => Some(Attr::Maxinst),
            166 => Some(Attr::Maxinstc),
            35 => Some(Attr::Maxmsgl),
            111 => Some(Attr::Maxpropl),
            112 => Some(Attr::Maxprty),
            113 => Some(Attr::Maxumsgs),
            292 => Some(Attr::Mcaname),
            243 => Some(Attr::Mcast),
            293 => Some(Attr::Mcatype),
            167 => Some(Attr::Mcauser),
            280 => Some(Attr::Mchbint),
            281 => Some(Attr::Mcprop),
            241 => Some(Attr::Mdurmdl),
            242 => Some(Attr::Mndurmdl),
            184 => Some(Attr::Modename),
            114 => Some(Attr::Monacls),
            115 => Some(Attr::Monchl),
            282 => Some(Attr::Monint),
            36 => Some(Attr::Monq),
            294 => Some(Attr::Mrdata),
            295 => Some(Attr::Mrexit),
            296 => Some(Attr::Mrrty),
            297 => Some(Attr::Mrtmr),
            298 => Some(Attr::Msgdata),
            37 => Some(Attr::Msgdlvsq),
            299 => Some(Attr::Msgexit),
            283 => Some(Attr::Msghist),
            156 => Some(Attr::Namcount),
            155 => Some(Attr::Namelist),
            157 => Some(Attr::Names),
            218 => Some(Attr::Nestgrp),
            351 => Some(Attr::Netprty),
            39 => Some(Attr::Npmclass),
            236 => Some(Attr::Npmsgdlv),
            300 => Some(Attr::Npmspeed),
            284 => Some(Attr::Nsubhist),
            220 => Some(Attr::Ocspurl),
            40 => Some(Attr::Opprocs),
            41 => Some(Attr::Otelpctl),
            42 => Some(Attr::Oteltrac),
            116 => Some(Attr::Parent),
            185 => Some(Attr::Password),
            117 => Some(Attr::Perfmev),
            118 => Some(Attr::Platform),
            235 => Some(Attr::Pmsgdlv),
            190 => Some(Attr::Port),
            43 => Some(Attr::Process),
            45 => Some(Attr::Propctl),
            239 => Some(Attr::Proxysub),
            120 => Some(Attr::Psclus),
            119 => Some(Attr::Psmode),
            121 => Some(Attr::Psnpmsg),
            122 => Some(Attr::Psnpres),
            260 => Some(Attr::Psprop),
            123 => Some(Attr::Psrtycnt),
            124 => Some(Attr::Pssyncpt),
            233 => Some(Attr::Pub),
            257 => Some(Attr::Pubacct),
            258 => Some(Attr::Pubappid),
            259 => Some(Attr::Pubprty),
            237 => Some(Attr::Pubscope),
            44 => Some(Attr::Put),
            301 => Some(Attr::Putaut),
            46 => Some(Attr::Qdepthhi),
            47 => Some(Attr::Qdepthlo),
            48 => Some(Attr::Qdphiev),
            49 => Some(Attr::Qdploev),
            50 => Some(Attr::Qdpmaxev),
            125 => Some(Attr::Qmid),
            69 => Some(Attr::Qmname),
            403 => Some(Attr::Qmtype),
            51 => Some(Attr::Qsvciev),
            52 => Some(Attr::Qsvcint),
            1 => Some(Attr::Queue),
            168 => Some(Attr::Rcvdata),
            169 => Some(Attr::Rcvexit),
            410 => Some(Attr::Readers),
            407 => Some(Attr::Record),
            126 => Some(Attr::Remoteev),
            127 => Some(Attr::Repos),
            128 => Some(Attr::Reposnl),
            261 => Some(Attr::Reqonly),
            409 => Some(Attr::Resetseq),
            53 => Some(Attr::Retintvl),
            129 => Some(Attr::Revdns),
            67 => Some(Attr::Rname),
            130 => Some(Attr::Routerec),
            66 => Some(Attr::Rqmname),
            131 => Some(Attr::Schinit),
            132 => Some(Attr::Scmdserv),
            54 => Some(Attr::Scope),
            170 => Some(Attr::Scydata),
            171 => Some(Attr::Scyexit),
            219 => Some(Attr::Seccomm),
            254 => Some(Attr::Selector),
            255 => Some(Attr::Seltype),
            172 => Some(Attr::Senddata),
            173 => Some(Attr::Sendexit),
            302 => Some(Attr::Seqwrap),
            268 => Some(Attr::Service),
            269 => Some(Attr::Servtype),
            55 => Some(Attr::Share),
            174 => Some(Attr::Sharecnv),
            303 => Some(Attr::Shortrty),
            304 => Some(Attr::Shorttmr),
            214 => Some(Attr::Shortusr),
            133 => Some(Attr::Splcap),
            175 => Some(Attr::Sslcauth),
            222 => Some(Attr::Sslcerti),
            176 => Some(Attr::Sslciph),
            134 => Some(Attr::Sslcrlnl),
            135 => Some(Attr::Sslcryp),
            136 => Some(Attr::Sslev),
            137 => Some(Attr::Sslfips),
            138 => Some(Attr::Sslkeyr),
            177 => Some(Attr::Sslpeer),
            139 => Some(Attr::Sslrkeyc),
            271 => Some(Attr::Startarg),
            270 => Some(Attr::Startcmd),
            140 => Some(Attr::Statacls),
            141 => Some(Attr::Statchl),
            142 => Some(Attr::Statint),
            143 => Some(Attr::Statmqi),
            56 => Some(Attr::Statq),
            404 => Some(Attr::Status),
            275 => Some(Attr::Stderr),
            274 => Some(Attr::Stdout),
            273 => Some(Attr::Stoparg),
            272 => Some(Attr::Stopcmd),
            57 => Some(Attr::Streamq),
            58 => Some(Attr::Strmqos),
            144 => Some(Attr::Strstpev),
            234 => Some(Attr::Sub),
            246 => Some(Attr::Subid),
            262 => Some(Attr::Sublevel),
            267 => Some(Attr::Subopts),
            238 => Some(Attr::Subscope),
            263 => Some(Attr::Subtype),
            264 => Some(Attr::Subuser),
            145 => Some(Attr::Suiteb),
            405 => Some(Attr::Suspend),
            146 => Some(Attr::Syncpt),
            64 => Some(Attr::Target),
            65 => Some(Attr::Targtype),
            229 => Some(Attr::Topic),
            247 => Some(Attr::Topicobj),
            230 => Some(Attr::Topicstr),
            186 => Some(Attr::Tpname),
            147 => Some(Attr::Treelife),
            59 => Some(Attr::Trigdata),
            60 => Some(Attr::Trigdpth),
            38 => Some(Attr::Trigger),
            148 => Some(Attr::Trigint),
            61 => Some(Attr::Trigmpri),
            62 => Some(Attr::Trigtype),
            178 => Some(Attr::Trptype),
            2 => Some(Attr::Type),
            63 => Some(Attr::Usage),
            245 => Some(Attr::Usedlq),
            154 => Some(Attr::Userdata),
            187 => Some(Attr::Userid),
            226 => Some(Attr::Userlist),
            227 => Some(Attr::Usersrc),
            411 => Some(Attr::Uses),
            216 => Some(Attr::Usrfield),
            265 => Some(Attr::Varuser),
            149 => Some(Attr::Version),
            228 => Some(Attr::Warn),
            240 => Some(Attr::Wildcard),
            266 => Some(Attr::Wschema),
            68 => Some(Attr::Xmitq),
            150 => Some(Attr::Xrcap),
            _ => None,
        }
    }
}

/// The attributes of QLOCAL, in the order they are shown.
pub(crate) static QLOCAL: [AttributeInfo; 63] = [
    AttributeInfo { attr: Attr::Queue, synonym: None, selector: Some(2016), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Type, synonym: Some("QTYPE"), selector: Some(20), form: Form::Word { words: &[("QLOCAL", 1), ("QMODEL", 2), ("QALIAS", 3), ("QREMOTE", 6)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Acctq, synonym: None, selector: Some(134), form: Form::Word { words: &[("QMGR", -3), ("ON", 1), ("OFF", 0)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Boqname, synonym: None, selector: Some(2019), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Bothresh, synonym: None, selector: Some(22), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Capexpry, synonym: None, selector: Some(276), form: Form::Int { min: 1, max: 999999999, words: &[("NOLIMIT", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clusnl, synonym: None, selector: Some(2030), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Cluster, synonym: None, selector: Some(2029), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clchname, synonym: None, selector: Some(2124), form: Form::Pattern { length_max: 20 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlprty, synonym: None, selector: Some(96), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlrank, synonym: None, selector: Some(95), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwluseq, synonym: None, selector: Some(98), form: Form::Word { words: &[("QMGR", -3), ("ANY", 1), ("LOCAL", 0)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Crdate, synonym: None, selector: Some(2004), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Crtime, synonym: None, selector: Some(2005), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Curdepth, synonym: None, selector: Some(3), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Custom, synonym: None, selector: Some(2119), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defbind, synonym: None, selector: Some(61), form: Form::Word { words: &[("OPEN", 0), ("NOTFIXED", 1), ("GROUP", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defprty, synonym: None, selector: Some(6), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpsist, synonym: None, selector: Some(5), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpresp, synonym: None, selector: Some(184), form: Form::Word { words: &[("SYNC", 1), ("ASYNC", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defreada, synonym: None, selector: Some(188), form: Form::Word { words: &[("NO", 0), ("YES", 1), ("DISABLED", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defsopt, synonym: None, selector: Some(4), form: Form::Word { words: &[("EXCL", 4), ("SHARED", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Deftype, synonym: None, selector: Some(7), form: Form::Word { words: &[("PREDEFINED", 1), ("PERMDYN", 2), ("TEMPDYN", 3)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2013), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Distl, synonym: None, selector: Some(34), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Get, synonym: None, selector: Some(9), form: Form::Word { words: &[("ENABLED", 0), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Hardenbo, synonym: None, selector: Some(8), form: Form::Flag, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Imgrcovq, synonym: None, selector: Some(272), form: Form::Word { words: &[("YES", 1), ("NO", 0), ("QMGR", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Initq, synonym: None, selector: Some(2008), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Ipprocs, synonym: None, selector: Some(17), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Maxdepth, synonym: None, selector: Some(15), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(5000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxfsize, synonym: None, selector: Some(274), form: Form::Int { min: 20, max: 267386880, words: &[("DEFAULT", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxmsgl, synonym: None, selector: Some(13), form: Form::Int { min: 0, max: 104857600, words: &[] }, initial: Initial::Int(4194304), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monq, synonym: None, selector: Some(123), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgdlvsq, synonym: None, selector: Some(16), form: Form::Word { words: &[("PRIORITY", 0), ("FIFO", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trigger, synonym: None, selector: Some(24), form: Form::Flag, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Npmclass, synonym: None, selector: Some(78), form: Form::Word { words: &[("NORMAL", 0), ("HIGH", 10)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Opprocs, synonym: None, selector: Some(18), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Otelpctl, synonym: None, selector: Some(279), form: Form::Word { words: &[("QMGR", 0), ("MANUAL", 1), ("AUTO", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Oteltrac, synonym: None, selector: Some(278), form: Form::Word { words: &[("QMGR", 0), ("OFF", 1), ("ON", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Process, synonym: None, selector: Some(2012), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Put, synonym: None, selector: Some(10), form: Form::Word { words: &[("ENABLED", 0), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Propctl, synonym: None, selector: Some(190), form: Form::Word { words: &[("COMPAT", 0), ("NONE", 1), ("ALL", 2), ("FORCE", 3), ("V6COMPAT", 4)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qdepthhi, synonym: None, selector: Some(40), form: Form::Int { min: 0, max: 100, words: &[] }, initial: Initial::Int(80), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qdepthlo, synonym: None, selector: Some(41), form: Form::Int { min: 0, max: 100, words: &[] }, initial: Initial::Int(20), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qdphiev, synonym: None, selector: Some(43), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qdploev, synonym: None, selector: Some(44), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qdpmaxev, synonym: None, selector: Some(42), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qsvciev, synonym: None, selector: Some(46), form: Form::Word { words: &[("NONE", 0), ("HIGH", 1), ("OK", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qsvcint, synonym: None, selector: Some(54), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Retintvl, synonym: None, selector: Some(21), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scope, synonym: None, selector: Some(45), form: Form::Word { words: &[("QMGR", 1), ("CELL", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Share, synonym: None, selector: Some(23), form: Form::Flag, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statq, synonym: None, selector: Some(128), form: Form::Word { words: &[("QMGR", -3), ("ON", 1), ("OFF", 0)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Streamq, synonym: None, selector: Some(2138), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Strmqos, synonym: None, selector: Some(275), form: Form::Word { words: &[("BESTEF", 0), ("MUSTDUP", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trigdata, synonym: None, selector: Some(2023), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Trigdpth, synonym: None, selector: Some(29), form: Form::Int { min: 1, max: 999999999, words: &[] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Trigmpri, synonym: None, selector: Some(26), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Trigtype, synonym: None, selector: Some(28), form: Form::Word { words: &[("NONE", 0), ("FIRST", 1), ("EVERY", 2), ("DEPTH", 3)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Usage, synonym: None, selector: Some(12), form: Form::Word { words: &[("NORMAL", 0), ("XMITQ", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
];

/// By attribute number: the place in [`QLOCAL`], or 255.
pub(crate) static QLOCAL_INDEX: [u8; 412] = [255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of QMODEL, in the order they are shown.
pub(crate) static QMODEL: [AttributeInfo; 52] = [
    AttributeInfo { attr: Attr::Queue, synonym: None, selector: Some(2016), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Type, synonym: Some("QTYPE"), selector: Some(20), form: Form::Word { words: &[("QLOCAL", 1), ("QMODEL", 2), ("QALIAS", 3), ("QREMOTE", 6)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Acctq, synonym: None, selector: Some(134), form: Form::Word { words: &[("QMGR", -3), ("ON", 1), ("OFF", 0)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Boqname, synonym: None, selector: Some(2019), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Bothresh, synonym: None, selector: Some(22), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Capexpry, synonym: None, selector: Some(276), form: Form::Int { min: 1, max: 999999999, words: &[("NOLIMIT", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Crdate, synonym: None, selector: Some(2004), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Crtime, synonym: None, selector: Some(2005), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Custom, synonym: None, selector: Some(2119), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defprty, synonym: None, selector: Some(6), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpsist, synonym: None, selector: Some(5), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpresp, synonym: None, selector: Some(184), form: Form::Word { words: &[("SYNC", 1), ("ASYNC", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defreada, synonym: None, selector: Some(188), form: Form::Word { words: &[("NO", 0), ("YES", 1), ("DISABLED", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defsopt, synonym: None, selector: Some(4), form: Form::Word { words: &[("EXCL", 4), ("SHARED", 2)] }, initial: Initial::Int(4), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Deftype, synonym: None, selector: Some(7), form: Form::Word { words: &[("PERMDYN", 2), ("TEMPDYN", 3)] }, initial: Initial::Int(3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2013), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Distl, synonym: None, selector: Some(34), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Get, synonym: None, selector: Some(9), form: Form::Word { words: &[("ENABLED", 0), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Hardenbo, synonym: None, selector: Some(8), form: Form::Flag, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Imgrcovq, synonym: None, selector: Some(272), form: Form::Word { words: &[("YES", 1), ("NO", 0), ("QMGR", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Initq, synonym: None, selector: Some(2008), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxdepth, synonym: None, selector: Some(15), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(5000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxfsize, synonym: None, selector: Some(274), form: Form::Int { min: 20, max: 267386880, words: &[("DEFAULT", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxmsgl, synonym: None, selector: Some(13), form: Form::Int { min: 0, max: 104857600, words: &[] }, initial: Initial::Int(4194304), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monq, synonym: None, selector: Some(123), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgdlvsq, synonym: None, selector: Some(16), form: Form::Word { words: &[("PRIORITY", 0), ("FIFO", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trigger, synonym: None, selector: Some(24), form: Form::Flag, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Npmclass, synonym: None, selector: Some(78), form: Form::Word { words: &[("NORMAL", 0), ("HIGH", 10)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Otelpctl, synonym: None, selector: Some(279), form: Form::Word { words: &[("QMGR", 0), ("MANUAL", 1), ("AUTO", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Oteltrac, synonym: None, selector: Some(278), form: Form::Word { words: &[("QMGR", 0), ("OFF", 1), ("ON", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Process, synonym: None, selector: Some(2012), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Put, synonym: None, selector: Some(10), form: Form::Word { words: &[("ENABLED", 0), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Propctl, synonym: None, selector: Some(190), form: Form::Word { words: &[("COMPAT", 0), ("NONE", 1), ("ALL", 2), ("FORCE", 3), ("V6COMPAT", 4)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qdepthhi, synonym: None, selector: Some(40), form: Form::Int { min: 0, max: 100, words: &[] }, initial: Initial::Int(80), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qdepthlo, synonym: None, selector: Some(41), form: Form::Int { min: 0, max: 100, words: &[] }, initial: Initial::Int(20), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qdphiev, synonym: None, selector: Some(43), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qdploev, synonym: None, selector: Some(44), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qdpmaxev, synonym: None, selector: Some(42), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qsvciev, synonym: None, selector: Some(46), form: Form::Word { words: &[("NONE", 0), ("HIGH", 1), ("OK", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qsvcint, synonym: None, selector: Some(54), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Retintvl, synonym: None, selector: Some(21), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Share, synonym: None, selector: Some(23), form: Form::Flag, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statq, synonym: None, selector: Some(128), form: Form::Word { words: &[("QMGR", -3), ("ON", 1), ("OFF", 0)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Streamq, synonym: None, selector: Some(2138), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Strmqos, synonym: None, selector: Some(275), form: Form::Word { words: &[("BESTEF", 0), ("MUSTDUP", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trigdata, synonym: None, selector: Some(2023), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Trigdpth, synonym: None, selector: Some(29), form: Form::Int { min: 1, max: 999999999, words: &[] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Trigmpri, synonym: None, selector: Some(26), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Trigtype, synonym: None, selector: Some(28), form: Form::Word { words: &[("NONE", 0), ("FIRST", 1), ("EVERY", 2), ("DEPTH", 3)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Usage, synonym: None, selector: Some(12), form: Form::Word { words: &[("NORMAL", 0), ("XMITQ", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
];

/// By attribute number: the place in [`QMODEL`], or 255.
pub(crate) static QMODEL_INDEX: [u8; 412] = [255, 0, 1, 2, 3, 4, 5, 6, 7, 255, 255, 255, 255, 255, 255, 8, 9, 255, 10, 255, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 255, 23, 24, 25, 26, 27, 28, 29, 255, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 255, 43, 44, 45, 46, 47, 48, 49, 50, 51, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of QALIAS, in the order they are shown.
pub(crate) static QALIAS: [AttributeInfo; 22] = [
    AttributeInfo { attr: Attr::Queue, synonym: None, selector: Some(2016), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Type, synonym: Some("QTYPE"), selector: Some(20), form: Form::Word { words: &[("QLOCAL", 1), ("QMODEL", 2), ("QALIAS", 3), ("QREMOTE", 6)] }, initial: Initial::Int(3), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Capexpry, synonym: None, selector: Some(276), form: Form::Int { min: 1, max: 999999999, words: &[("NOLIMIT", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clusnl, synonym: None, selector: Some(2030), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Cluster, synonym: None, selector: Some(2029), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlprty, synonym: None, selector: Some(96), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlrank, synonym: None, selector: Some(95), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Custom, synonym: None, selector: Some(2119), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defbind, synonym: None, selector: Some(61), form: Form::Word { words: &[("OPEN", 0), ("NOTFIXED", 1), ("GROUP", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defprty, synonym: None, selector: Some(6), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpsist, synonym: None, selector: Some(5), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpresp, synonym: None, selector: Some(184), form: Form::Word { words: &[("SYNC", 1), ("ASYNC", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defreada, synonym: None, selector: Some(188), form: Form::Word { words: &[("NO", 0), ("YES", 1), ("DISABLED", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2013), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Get, synonym: None, selector: Some(9), form: Form::Word { words: &[("ENABLED", 0), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Put, synonym: None, selector: Some(10), form: Form::Word { words: &[("ENABLED", 0), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Propctl, synonym: None, selector: Some(190), form: Form::Word { words: &[("COMPAT", 0), ("NONE", 1), ("ALL", 2), ("FORCE", 3), ("V6COMPAT", 4)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scope, synonym: None, selector: Some(45), form: Form::Word { words: &[("QMGR", 1), ("CELL", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Target, synonym: Some("TARGQ"), selector: Some(2002), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Targtype, synonym: None, selector: Some(193), form: Form::Word { words: &[("QUEUE", 1), ("TOPIC", 8)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
];

/// By attribute number: the place in [`QALIAS`], or 255.
pub(crate) static QALIAS_INDEX: [u8; 412] = [255, 0, 1, 255, 2, 3, 255, 255, 4, 5, 6, 255, 7, 8, 255, 255, 255, 255, 9, 10, 11, 12, 13, 14, 255, 255, 15, 255, 16, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 17, 18, 255, 255, 255, 255, 255, 255, 255, 255, 19, 255, 255, 255, 255, 255, 255, 255, 255, 255, 20, 21, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of QREMOTE, in the order they are shown.
pub(crate) static QREMOTE: [AttributeInfo; 22] = [
    AttributeInfo { attr: Attr::Queue, synonym: None, selector: Some(2016), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Type, synonym: Some("QTYPE"), selector: Some(20), form: Form::Word { words: &[("QLOCAL", 1), ("QMODEL", 2), ("QALIAS", 3), ("QREMOTE", 6)] }, initial: Initial::Int(6), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Capexpry, synonym: None, selector: Some(276), form: Form::Int { min: 1, max: 999999999, words: &[("NOLIMIT", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clusnl, synonym: None, selector: Some(2030), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Cluster, synonym: None, selector: Some(2029), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlprty, synonym: None, selector: Some(96), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlrank, synonym: None, selector: Some(95), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Custom, synonym: None, selector: Some(2119), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defbind, synonym: None, selector: Some(61), form: Form::Word { words: &[("OPEN", 0), ("NOTFIXED", 1), ("GROUP", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defprty, synonym: None, selector: Some(6), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpsist, synonym: None, selector: Some(5), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpresp, synonym: None, selector: Some(184), form: Form::Word { words: &[("SYNC", 1), ("ASYNC", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2013), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Otelpctl, synonym: None, selector: Some(279), form: Form::Word { words: &[("QMGR", 0), ("MANUAL", 1), ("AUTO", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Oteltrac, synonym: None, selector: Some(278), form: Form::Word { words: &[("QMGR", 0), ("OFF", 1), ("ON", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Put, synonym: None, selector: Some(10), form: Form::Word { words: &[("ENABLED", 0), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: true, volatile: false } },
    AttributeInfo { attr: Attr::Rqmname, synonym: None, selector: Some(2017), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rname, synonym: None, selector: Some(2018), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scope, synonym: None, selector: Some(45), form: Form::Word { words: &[("QMGR", 1), ("CELL", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Xmitq, synonym: None, selector: Some(2024), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
];

/// By attribute number: the place in [`QREMOTE`], or 255.
pub(crate) static QREMOTE_INDEX: [u8; 412] = [255, 0, 1, 255, 2, 3, 255, 255, 4, 5, 6, 255, 7, 8, 255, 255, 255, 255, 9, 10, 11, 12, 13, 255, 255, 255, 14, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 15, 16, 255, 17, 255, 255, 255, 255, 255, 255, 255, 255, 255, 20, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 18, 19, 21, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of QMGR, in the order they are shown.
pub(crate) static QMGR: [AttributeInfo; 97] = [
    AttributeInfo { attr: Attr::Qmname, synonym: None, selector: Some(2015), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Acctcono, synonym: None, selector: Some(136), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Acctint, synonym: None, selector: Some(135), form: Form::Int { min: 0, max: 604800, words: &[] }, initial: Initial::Int(1800), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Acctmqi, synonym: None, selector: Some(133), form: Form::Word { words: &[("ON", 1), ("OFF", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Acctq, synonym: None, selector: Some(134), form: Form::Word { words: &[("NONE", -1), ("ON", 1), ("OFF", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Activrec, synonym: None, selector: Some(138), form: Form::Word { words: &[("DISABLED", 0), ("QUEUE", 1), ("MSG", 2)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Actvcono, synonym: None, selector: Some(239), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Actvtrc, synonym: None, selector: Some(240), form: Form::Word { words: &[("ON", 1), ("OFF", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Advcap, synonym: None, selector: Some(273), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Amqpcap, synonym: None, selector: Some(265), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Authorev, synonym: None, selector: Some(47), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Ccsid, synonym: None, selector: Some(2), form: Form::Int { min: 1, max: 65535, words: &[] }, initial: Initial::Int(1208), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Certlabl, synonym: None, selector: Some(2121), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Certvpol, synonym: None, selector: Some(252), form: Form::Word { words: &[("ANY", 0), ("RFC5280", 1), ("NONE", 2)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Chad, synonym: None, selector: Some(55), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Chadev, synonym: None, selector: Some(56), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Chadexit, synonym: None, selector: Some(2026), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Chlev, synonym: None, selector: Some(73), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0), ("EXCEPTION", 2)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Chlauth, synonym: None, selector: Some(248), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwldata, synonym: None, selector: Some(2034), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlexit, synonym: None, selector: Some(2033), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwllen, synonym: None, selector: Some(58), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(100), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlmruc, synonym: None, selector: Some(97), form: Form::Int { min: 1, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwluseq, synonym: None, selector: Some(98), form: Form::Word { words: &[("ANY", 1), ("LOCAL", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Cmdev, synonym: None, selector: Some(99), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0), ("NODISPLAY", 3)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Cmdlevel, synonym: None, selector: Some(31), form: Form::Int { min: 0, max: 9999, words: &[] }, initial: Initial::Int(1000), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Commandq, synonym: None, selector: Some(2003), form: Form::Name { length_max: 48 }, initial: Initial::Text("SYSTEM.ADMIN.COMMAND.QUEUE"), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Configev, synonym: None, selector: Some(51), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Connauth, synonym: None, selector: Some(2125), form: Form::Name { length_max: 48 }, initial: Initial::Text("SYSTEM.DEFAULT.AUTHINFO.IDPWOS"), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Crdate, synonym: None, selector: Some(2004), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Crtime, synonym: None, selector: Some(2005), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Custom, synonym: None, selector: Some(2119), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Deadq, synonym: None, selector: Some(2006), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defclxq, synonym: None, selector: Some(250), form: Form::Word { words: &[("SCTQ", 0), ("CHANNEL", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defxmitq, synonym: None, selector: Some(2025), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2014), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Distl, synonym: None, selector: Some(34), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Imgintvl, synonym: None, selector: Some(269), form: Form::Int { min: 1, max: 999999999, words: &[("OFF", 0)] }, initial: Initial::Int(60), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Imglogln, synonym: None, selector: Some(270), form: Form::Int { min: 1, max: 999999999, words: &[("OFF", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Imgrcovo, synonym: None, selector: Some(271), form: Form::Word { words: &[("YES", 1), ("NO", 0)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Imgrcovq, synonym: None, selector: Some(272), form: Form::Word { words: &[("YES", 1), ("NO", 0)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Imgsched, synonym: None, selector: Some(268), form: Form::Word { words: &[("MANUAL", 0), ("AUTO", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Inhibtev, synonym: None, selector: Some(48), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Initkey, synonym: None, selector: Some(2054), form: Form::Secret { length_max: 256 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Ipaddrv, synonym: None, selector: Some(93), form: Form::Word { words: &[("IPV4", 0), ("IPV6", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Keyrpwd, synonym: None, selector: Some(2055), form: Form::Secret { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Localev, synonym: None, selector: Some(49), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Loggerev, synonym: None, selector: Some(94), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Markint, synonym: None, selector: Some(68), form: Form::Int { min: 0, max: 999999999, words: &[("NOLIMIT", -1)] }, initial: Initial::Int(5000), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxhands, synonym: None, selector: Some(11), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(256), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxmsgl, synonym: None, selector: Some(13), form: Form::Int { min: 32768, max: 104857600, words: &[] }, initial: Initial::Int(4194304), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxpropl, synonym: None, selector: Some(192), form: Form::Int { min: 0, max: 104857600, words: &[("NOLIMIT", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxprty, synonym: None, selector: Some(14), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(9), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxumsgs, synonym: None, selector: Some(33), form: Form::Int { min: 1, max: 999999999, words: &[] }, initial: Initial::Int(10000), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monacls, synonym: None, selector: Some(124), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monchl, synonym: None, selector: Some(122), form: Form::Word { words: &[("NONE", -1), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monq, synonym: None, selector: Some(123), form: Form::Word { words: &[("NONE", -1), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Otelpctl, synonym: None, selector: Some(279), form: Form::Word { words: &[("MANUAL", 1), ("AUTO", 2)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Oteltrac, synonym: None, selector: Some(278), form: Form::Word { words: &[("OFF", 1), ("ON", 2), ("NONE", 3)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Parent, synonym: None, selector: Some(2102), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Perfmev, synonym: None, selector: Some(53), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Platform, synonym: None, selector: Some(32), form: Form::Word { words: &[("UNIX", 3)] }, initial: Initial::Int(3), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Psmode, synonym: None, selector: Some(187), form: Form::Word { words: &[("DISABLED", 0), ("COMPAT", 1), ("ENABLED", 2)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Psclus, synonym: None, selector: Some(249), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Psnpmsg, synonym: None, selector: Some(203), form: Form::Word { words: &[("DISCARD", 2), ("KEEP", 3)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Psnpres, synonym: None, selector: Some(205), form: Form::Word { words: &[("NORMAL", 0), ("SAFE", 1), ("DISCARD", 2), ("KEEP", 3)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Psrtycnt, synonym: None, selector: Some(206), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(5), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Pssyncpt, synonym: None, selector: Some(207), form: Form::Word { words: &[("YES", 0), ("IFPER", 1)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qmid, synonym: None, selector: Some(2032), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Remoteev, synonym: None, selector: Some(50), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Repos, synonym: None, selector: Some(2035), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Reposnl, synonym: None, selector: Some(2036), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Revdns, synonym: None, selector: Some(254), form: Form::Word { words: &[("ENABLED", 0), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Routerec, synonym: None, selector: Some(137), form: Form::Word { words: &[("DISABLED", 0), ("QUEUE", 1), ("MSG", 2)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Schinit, synonym: None, selector: Some(119), form: Form::Word { words: &[("QMGR", 0), ("MANUAL", 2)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scmdserv, synonym: None, selector: Some(120), form: Form::Word { words: &[("QMGR", 0), ("MANUAL", 2)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Splcap, synonym: None, selector: Some(251), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslcrlnl, synonym: None, selector: Some(2050), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslcryp, synonym: None, selector: Some(2051), form: Form::Text { length_max: 256 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslev, synonym: None, selector: Some(75), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslfips, synonym: None, selector: Some(92), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslkeyr, synonym: None, selector: Some(2049), form: Form::Text { length_max: 256 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslrkeyc, synonym: None, selector: Some(76), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statacls, synonym: None, selector: Some(130), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statchl, synonym: None, selector: Some(129), form: Form::Word { words: &[("NONE", -1), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statint, synonym: None, selector: Some(131), form: Form::Int { min: 0, max: 604800, words: &[] }, initial: Initial::Int(1800), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statmqi, synonym: None, selector: Some(127), form: Form::Word { words: &[("ON", 1), ("OFF", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statq, synonym: None, selector: Some(128), form: Form::Word { words: &[("NONE", -1), ("ON", 1), ("OFF", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Strstpev, synonym: None, selector: Some(52), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Suiteb, synonym: None, selector: Some(247), form: Form::Word { words: &[("NONE", 1), ("128_BIT", 2), ("192_BIT", 4)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Syncpt, synonym: None, selector: Some(30), form: Form::Flag, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Treelife, synonym: None, selector: Some(183), form: Form::Int { min: 0, max: 604000, words: &[] }, initial: Initial::Int(1800), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trigint, synonym: None, selector: Some(25), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: false, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Version, synonym: None, selector: Some(2120), form: Form::Text { length_max: 8 }, initial: Initial::Text("10000000"), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Xrcap, synonym: None, selector: Some(243), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
];

/// By attribute number: the place in [`QMGR`], or 255.
pub(crate) static QMGR_INDEX: [u8; 412] = [255, 255, 255, 4, 9, 10, 255, 255, 255, 255, 255, 255, 255, 255, 25, 31, 32, 255, 33, 255, 255, 255, 255, 255, 255, 255, 37, 38, 255, 255, 42, 255, 255, 255, 255, 52, 58, 255, 255, 255, 255, 59, 60, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 89, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 2, 3, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 27, 28, 29, 30, 34, 35, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 50, 51, 53, 54, 55, 56, 57, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 90, 91, 92, 93, 94, 95, 96, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of PROCESS, in the order they are shown.
pub(crate) static PROCESS: [AttributeInfo; 8] = [
    AttributeInfo { attr: Attr::Process, synonym: None, selector: Some(2012), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Applicid, synonym: None, selector: Some(2001), form: Form::Text { length_max: 256 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Appltype, synonym: None, selector: Some(1), form: Form::Int { min: 0, max: 999999999, words: &[("CICS", 1), ("DOS", 5), ("IMS", 3), ("MVS", 2), ("NOTESAGENT", 22), ("NSK", 13), ("OPENVMS", 12), ("OS400", 8), ("UNIX", 6), ("WINDOWS", 9), ("WINDOWSNT", 11), ("WLM", 31), ("DEF", 6)] }, initial: Initial::Int(6), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2011), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Envrdata, synonym: None, selector: Some(2007), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Userdata, synonym: None, selector: Some(2021), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
];

/// By attribute number: the place in [`PROCESS`], or 255.
pub(crate) static PROCESS_INDEX: [u8; 412] = [255, 255, 255, 255, 1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 3, 4, 6, 7, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of NAMELIST, in the order they are shown.
pub(crate) static NAMELIST: [AttributeInfo; 6] = [
    AttributeInfo { attr: Attr::Namelist, synonym: None, selector: Some(2010), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Namcount, synonym: None, selector: Some(19), form: Form::Int { min: 0, max: 256, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Names, synonym: None, selector: Some(2020), form: Form::Names { count_max: 256 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2009), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
];

/// By attribute number: the place in [`NAMELIST`], or 255.
pub(crate) static NAMELIST_INDEX: [u8; 412] = [255, 255, 255, 255, 4, 5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of SVRCONN, in the order they are shown.
pub(crate) static SVRCONN: [AttributeInfo; 27] = [
    AttributeInfo { attr: Attr::Channel, synonym: None, selector: Some(3501), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Chltype, synonym: None, selector: Some(1511), form: Form::Word { words: &[("SDR", 1), ("SVR", 2), ("RCVR", 3), ("RQSTR", 4), ("CLNTCONN", 6), ("SVRCONN", 7), ("CLUSRCVR", 8), ("CLUSSDR", 9), ("AMQP", 11)] }, initial: Initial::Int(7), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Certlabl, synonym: None, selector: Some(2121), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Comphdr, synonym: None, selector: Some(1575), form: Form::Choices { words: &[("NONE", 0), ("SYSTEM", 8)], count_max: 2 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Compmsg, synonym: None, selector: Some(1576), form: Form::Choices { words: &[("NONE", 0), ("RLE", 1), ("ZLIBFAST", 2), ("ZLIBHIGH", 4), ("LZ4FAST", 16), ("LZ4HIGH", 32), ("ANY", 268435455)], count_max: 16 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(3502), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Discint, synonym: None, selector: Some(1503), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Hbint, synonym: None, selector: Some(1563), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(300), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Kaint, synonym: None, selector: Some(1566), form: Form::Int { min: 0, max: 99999, words: &[("AUTO", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxinst, synonym: None, selector: Some(1618), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxinstc, synonym: None, selector: Some(1619), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxmsgl, synonym: None, selector: Some(1510), form: Form::Int { min: 0, max: 104857600, words: &[] }, initial: Initial::Int(4194304), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcauser, synonym: None, selector: Some(3527), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monchl, synonym: None, selector: Some(122), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvdata, synonym: None, selector: Some(3516), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvexit, synonym: None, selector: Some(3511), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scydata, synonym: None, selector: Some(3513), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scyexit, synonym: None, selector: Some(3508), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Senddata, synonym: None, selector: Some(3515), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sendexit, synonym: None, selector: Some(3510), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sharecnv, synonym: None, selector: Some(1615), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(10), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslcauth, synonym: None, selector: Some(1568), form: Form::Word { words: &[("REQUIRED", 0), ("OPTIONAL", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslciph, synonym: None, selector: Some(3544), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslpeer, synonym: None, selector: Some(3545), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trptype, synonym: None, selector: Some(1501), form: Form::Word { words: &[("TCP", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`SVRCONN`], or 255.
pub(crate) static SVRCONN_INDEX: [u8; 412] = [255, 255, 255, 255, 2, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 7, 255, 255, 255, 255, 255, 255, 255, 255, 13, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 4, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 5, 6, 8, 9, 10, 11, 12, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of CLNTCONN, in the order they are shown.
pub(crate) static CLNTCONN: [AttributeInfo; 31] = [
    AttributeInfo { attr: Attr::Channel, synonym: None, selector: Some(3501), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Chltype, synonym: None, selector: Some(1511), form: Form::Word { words: &[("SDR", 1), ("SVR", 2), ("RCVR", 3), ("RQSTR", 4), ("CLNTCONN", 6), ("SVRCONN", 7), ("CLUSRCVR", 8), ("CLUSSDR", 9), ("AMQP", 11)] }, initial: Initial::Int(6), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Affinity, synonym: None, selector: Some(1621), form: Form::Word { words: &[("NONE", 0), ("PREFERRED", 1)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Certlabl, synonym: None, selector: Some(2121), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clntwght, synonym: None, selector: Some(1620), form: Form::Int { min: 0, max: 99, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Comphdr, synonym: None, selector: Some(1575), form: Form::Choices { words: &[("NONE", 0), ("SYSTEM", 8)], count_max: 2 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Compmsg, synonym: None, selector: Some(1576), form: Form::Choices { words: &[("NONE", 0), ("RLE", 1), ("ZLIBFAST", 2), ("ZLIBHIGH", 4), ("LZ4FAST", 16), ("LZ4HIGH", 32), ("ANY", 268435455)], count_max: 16 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Conname, synonym: None, selector: Some(3506), form: Form::Text { length_max: 264 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defrecon, synonym: None, selector: Some(1640), form: Form::Word { words: &[("NO", 0), ("YES", 1), ("QMGR", 2), ("DISABLED", 3)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(3502), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Hbint, synonym: None, selector: Some(1563), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(300), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Kaint, synonym: None, selector: Some(1566), form: Form::Int { min: 0, max: 99999, words: &[("AUTO", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Locladdr, synonym: None, selector: Some(3520), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxmsgl, synonym: None, selector: Some(1510), form: Form::Int { min: 0, max: 104857600, words: &[] }, initial: Initial::Int(4194304), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Modename, synonym: None, selector: Some(3503), form: Form::Text { length_max: 8 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Password, synonym: None, selector: Some(3518), form: Form::Secret { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qmname, synonym: None, selector: Some(2015), form: Form::Pattern { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvdata, synonym: None, selector: Some(3516), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvexit, synonym: None, selector: Some(3511), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scydata, synonym: None, selector: Some(3513), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scyexit, synonym: None, selector: Some(3508), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Senddata, synonym: None, selector: Some(3515), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sendexit, synonym: None, selector: Some(3510), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sharecnv, synonym: None, selector: Some(1615), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(10), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslciph, synonym: None, selector: Some(3544), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslpeer, synonym: None, selector: Some(3545), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Tpname, synonym: None, selector: Some(3504), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trptype, synonym: None, selector: Some(1501), form: Form::Word { words: &[("TCP", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Userid, synonym: None, selector: Some(3517), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`CLNTCONN`], or 255.
pub(crate) static CLNTCONN_INDEX: [u8; 412] = [255, 255, 255, 255, 3, 4, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 11, 255, 255, 255, 255, 255, 255, 255, 255, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 18, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 7, 8, 255, 12, 13, 255, 255, 255, 19, 20, 21, 22, 23, 24, 25, 255, 26, 27, 29, 2, 6, 9, 10, 14, 16, 17, 28, 30, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of LISTENER, in the order they are shown.
pub(crate) static LISTENER: [AttributeInfo; 9] = [
    AttributeInfo { attr: Attr::Listener, synonym: None, selector: Some(3554), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Control, synonym: None, selector: Some(1601), form: Form::Word { words: &[("QMGR", 0), ("STARTONLY", 1), ("MANUAL", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trptype, synonym: None, selector: Some(1501), form: Form::Word { words: &[("TCP", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Port, synonym: None, selector: Some(1522), form: Form::Int { min: 0, max: 65535, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Ipaddr, synonym: None, selector: Some(3552), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Backlog, synonym: None, selector: Some(1602), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(3555), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`LISTENER`], or 255.
pub(crate) static LISTENER_INDEX: [u8; 412] = [255, 255, 255, 255, 7, 8, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 6, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 3, 4, 5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of IDPWOS, in the order they are shown.
pub(crate) static IDPWOS: [AttributeInfo; 10] = [
    AttributeInfo { attr: Attr::Authinfo, synonym: None, selector: Some(2045), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Authtype, synonym: None, selector: Some(66), form: Form::Word { words: &[("IDPWOS", 3), ("IDPWLDAP", 4), ("CRLLDAP", 1), ("OCSP", 2)] }, initial: Initial::Int(3), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Adoptctx, synonym: None, selector: Some(260), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2046), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Chckclnt, synonym: None, selector: Some(258), form: Form::Word { words: &[("NONE", 1), ("OPTIONAL", 0), ("REQDADM", 2), ("REQUIRED", 3)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Chcklocl, synonym: None, selector: Some(257), form: Form::Word { words: &[("NONE", 1), ("OPTIONAL", 0), ("REQDADM", 2), ("REQUIRED", 3)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Faildlay, synonym: None, selector: Some(259), form: Form::Int { min: 0, max: 60, words: &[] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Authenmd, synonym: None, selector: Some(266), form: Form::Word { words: &[("OS", 0), ("PAM", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`IDPWOS`], or 255.
pub(crate) static IDPWOS_INDEX: [u8; 412] = [255, 255, 255, 255, 8, 9, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 2, 4, 5, 6, 7, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of IDPWLDAP, in the order they are shown.
pub(crate) static IDPWLDAP: [AttributeInfo; 23] = [
    AttributeInfo { attr: Attr::Authinfo, synonym: None, selector: Some(2045), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Authtype, synonym: None, selector: Some(66), form: Form::Word { words: &[("IDPWOS", 3), ("IDPWLDAP", 4), ("CRLLDAP", 1), ("OCSP", 2)] }, initial: Initial::Int(4), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Adoptctx, synonym: None, selector: Some(260), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2046), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Conname, synonym: None, selector: Some(2053), form: Form::Text { length_max: 264 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Chckclnt, synonym: None, selector: Some(258), form: Form::Word { words: &[("NONE", 1), ("OPTIONAL", 0), ("REQDADM", 2), ("REQUIRED", 3)] }, initial: Initial::Int(3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Chcklocl, synonym: None, selector: Some(257), form: Form::Word { words: &[("NONE", 1), ("OPTIONAL", 0), ("REQDADM", 2), ("REQUIRED", 3)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Classgrp, synonym: None, selector: Some(2133), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Classusr, synonym: None, selector: Some(2128), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Faildlay, synonym: None, selector: Some(259), form: Form::Int { min: 0, max: 60, words: &[] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Findgrp, synonym: None, selector: Some(2135), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Basedng, synonym: None, selector: Some(2132), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Basednu, synonym: None, selector: Some(2126), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Ldapuser, synonym: None, selector: Some(2047), form: Form::Text { length_max: 256 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Ldappwd, synonym: None, selector: Some(2048), form: Form::Secret { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Shortusr, synonym: None, selector: Some(2127), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Grpfield, synonym: None, selector: Some(2134), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Usrfield, synonym: None, selector: Some(2129), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Authormd, synonym: None, selector: Some(263), form: Form::Word { words: &[("OS", 0), ("SEARCHGRP", 1), ("SEARCHUSR", 2), ("SRCHGRPSN", 3)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Nestgrp, synonym: None, selector: Some(264), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Seccomm, synonym: None, selector: Some(261), form: Form::Word { words: &[("NO", 0), ("YES", 1), ("ANON", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`IDPWLDAP`], or 255.
pub(crate) static IDPWLDAP_INDEX: [u8; 412] = [255, 255, 255, 255, 21, 22, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 4, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 2, 5, 6, 9, 255, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of CRLLDAP, in the order they are shown.
pub(crate) static CRLLDAP: [AttributeInfo; 8] = [
    AttributeInfo { attr: Attr::Authinfo, synonym: None, selector: Some(2045), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Authtype, synonym: None, selector: Some(66), form: Form::Word { words: &[("IDPWOS", 3), ("IDPWLDAP", 4), ("CRLLDAP", 1), ("OCSP", 2)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2046), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Conname, synonym: None, selector: Some(2053), form: Form::Text { length_max: 264 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Ldapuser, synonym: None, selector: Some(2047), form: Form::Text { length_max: 256 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Ldappwd, synonym: None, selector: Some(2048), form: Form::Secret { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`CRLLDAP`], or 255.
pub(crate) static CRLLDAP_INDEX: [u8; 412] = [255, 255, 255, 255, 6, 7, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 4, 5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of OCSP, in the order they are shown.
pub(crate) static OCSP: [AttributeInfo; 6] = [
    AttributeInfo { attr: Attr::Authinfo, synonym: None, selector: Some(2045), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Authtype, synonym: None, selector: Some(66), form: Form::Word { words: &[("IDPWOS", 3), ("IDPWLDAP", 4), ("CRLLDAP", 1), ("OCSP", 2)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2046), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Ocspurl, synonym: None, selector: Some(2109), form: Form::Text { length_max: 256 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`OCSP`], or 255.
pub(crate) static OCSP_INDEX: [u8; 412] = [255, 255, 255, 255, 4, 5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of CHLAUTH, in the order they are shown.
pub(crate) static CHLAUTH: [AttributeInfo; 17] = [
    AttributeInfo { attr: Attr::Chlauth, synonym: None, selector: Some(3501), form: Form::Pattern { length_max: 20 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Type, synonym: None, selector: Some(1352), form: Form::Word { words: &[("BLOCKUSER", 1), ("BLOCKADDR", 2), ("SSLPEERMAP", 3), ("ADDRESSMAP", 4), ("USERMAP", 5), ("QMGRMAP", 6)] }, initial: Initial::Int(4), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2118), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Custom, synonym: None, selector: Some(2119), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslpeer, synonym: None, selector: Some(3545), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslcerti, synonym: None, selector: Some(3550), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clntuser, synonym: None, selector: Some(3567), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qmname, synonym: None, selector: Some(2017), form: Form::Pattern { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Address, synonym: None, selector: Some(3506), form: Form::Text { length_max: 264 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Addrlist, synonym: None, selector: Some(3566), form: Form::Texts { count_max: 256, length_max: 264 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Userlist, synonym: None, selector: Some(3568), form: Form::Texts { count_max: 100, length_max: 64 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcauser, synonym: None, selector: Some(3527), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Usersrc, synonym: None, selector: Some(1638), form: Form::Word { words: &[("MAP", 0), ("CHANNEL", 2), ("NOACCESS", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Chckclnt, synonym: None, selector: Some(258), form: Form::Word { words: &[("ASQMGR", 4), ("REQDADM", 2), ("REQUIRED", 3)] }, initial: Initial::Int(4), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Warn, synonym: None, selector: Some(1639), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`CHLAUTH`], or 255.
pub(crate) static CHLAUTH_INDEX: [u8; 412] = [255, 255, 1, 255, 15, 16, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 3, 255, 255, 255, 255, 255, 255, 255, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 7, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 11, 255, 255, 255, 255, 255, 255, 255, 255, 255, 4, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 13, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 5, 6, 8, 9, 10, 12, 14, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of TOPIC, in the order they are shown.
pub(crate) static TOPIC: [AttributeInfo; 27] = [
    AttributeInfo { attr: Attr::Topic, synonym: None, selector: Some(2092), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Type, synonym: None, selector: Some(208), form: Form::Word { words: &[("LOCAL", 0), ("CLUSTER", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Topicstr, synonym: None, selector: Some(2094), form: Form::Text { length_max: 10240 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2093), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clroute, synonym: None, selector: Some(255), form: Form::Word { words: &[("DIRECT", 0), ("TOPICHOST", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Cluster, synonym: None, selector: Some(2029), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Dursub, synonym: None, selector: Some(175), form: Form::Word { words: &[("ASPARENT", 0), ("YES", 1), ("NO", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Pub, synonym: None, selector: Some(181), form: Form::Word { words: &[("ASPARENT", 0), ("ENABLED", 2), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sub, synonym: None, selector: Some(182), form: Form::Word { words: &[("ASPARENT", 0), ("ENABLED", 2), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpsist, synonym: None, selector: Some(185), form: Form::Word { words: &[("ASPARENT", -1), ("NO", 0), ("YES", 1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defprty, synonym: None, selector: Some(6), form: Form::Int { min: 0, max: 9, words: &[("ASPARENT", -2)] }, initial: Initial::Int(-2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpresp, synonym: None, selector: Some(184), form: Form::Word { words: &[("ASPARENT", 0), ("SYNC", 1), ("ASYNC", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Pmsgdlv, synonym: None, selector: Some(195), form: Form::Word { words: &[("ASPARENT", 0), ("ALL", 1), ("ALLDUR", 2), ("ALLAVAIL", 3)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Npmsgdlv, synonym: None, selector: Some(196), form: Form::Word { words: &[("ASPARENT", 0), ("ALL", 1), ("ALLDUR", 2), ("ALLAVAIL", 3)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Pubscope, synonym: None, selector: Some(219), form: Form::Word { words: &[("ASPARENT", 1), ("ALL", 0), ("QMGR", 4)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Subscope, synonym: None, selector: Some(218), form: Form::Word { words: &[("ASPARENT", 1), ("ALL", 0), ("QMGR", 4)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Proxysub, synonym: None, selector: Some(199), form: Form::Word { words: &[("FIRSTUSE", 2), ("FORCE", 1)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Wildcard, synonym: None, selector: Some(216), form: Form::Word { words: &[("PASSTHRU", 2), ("BLOCK", 1)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mdurmdl, synonym: None, selector: Some(2096), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mndurmdl, synonym: None, selector: Some(2097), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcast, synonym: None, selector: Some(176), form: Form::Word { words: &[("ASPARENT", 0), ("ENABLED", 1), ("DISABLED", 2), ("ONLY", 3)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Comminfo, synonym: None, selector: Some(2110), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Usedlq, synonym: None, selector: Some(234), form: Form::Word { words: &[("ASPARENT", 0), ("NO", 1), ("YES", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Custom, synonym: None, selector: Some(2119), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Capexpry, synonym: None, selector: Some(276), form: Form::Int { min: 1, max: 999999999, words: &[("NOLIMIT", -1), ("ASPARENT", -2)] }, initial: Initial::Int(-2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`TOPIC`], or 255.
pub(crate) static TOPIC_INDEX: [u8; 412] = [255, 255, 1, 255, 12, 13, 255, 255, 26, 255, 5, 255, 255, 255, 255, 255, 255, 255, 25, 255, 10, 9, 11, 255, 255, 255, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 2, 4, 6, 7, 8, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of SUB, in the order they are shown.
pub(crate) static SUB: [AttributeInfo; 29] = [
    AttributeInfo { attr: Attr::Subid, synonym: None, selector: Some(7016), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sub, synonym: None, selector: Some(3152), form: Form::Text { length_max: 10240 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Topicstr, synonym: None, selector: Some(2094), form: Form::Text { length_max: 10240 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Topicobj, synonym: None, selector: Some(2092), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Dest, synonym: None, selector: Some(3154), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Destqmgr, synonym: None, selector: Some(3153), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Destcorl, synonym: None, selector: Some(7015), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Destclas, synonym: None, selector: Some(1273), form: Form::Word { words: &[("MANAGED", 1), ("PROVIDED", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Durable, synonym: None, selector: Some(1274), form: Form::Word { words: &[("YES", 1), ("NO", 2)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Expiry, synonym: None, selector: Some(1244), form: Form::Int { min: 0, max: 999999999, words: &[("UNLIMITED", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Selector, synonym: None, selector: Some(3160), form: Form::Text { length_max: 10240 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Seltype, synonym: None, selector: Some(1321), form: Form::Word { words: &[("NONE", 0), ("STANDARD", 1), ("EXTENDED", 2)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Userdata, synonym: None, selector: Some(3159), form: Form::Text { length_max: 10240 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Pubacct, synonym: None, selector: Some(7010), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Pubappid, synonym: None, selector: Some(3135), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Pubprty, synonym: None, selector: Some(1283), form: Form::Int { min: 0, max: 9, words: &[("ASPUB", -3), ("ASQDEF", -1)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Psprop, synonym: None, selector: Some(1271), form: Form::Word { words: &[("MSGPROP", 3), ("NONE", 0), ("COMPAT", 1), ("RFH2", 2)] }, initial: Initial::Int(3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Reqonly, synonym: None, selector: Some(1280), form: Form::Word { words: &[("NO", 2), ("YES", 1)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sublevel, synonym: None, selector: Some(1307), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Subscope, synonym: None, selector: Some(1275), form: Form::Word { words: &[("ALL", 2), ("QMGR", 1)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Subtype, synonym: None, selector: Some(1289), form: Form::Word { words: &[("API", 1), ("ADMIN", 2), ("PROXY", 3)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Subuser, synonym: None, selector: Some(3156), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Varuser, synonym: None, selector: Some(1277), form: Form::Word { words: &[("ANY", 2), ("FIXED", 1)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Wschema, synonym: None, selector: Some(1288), form: Form::Word { words: &[("TOPIC", 2), ("CHAR", 1)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Subopts, synonym: None, selector: Some(1303), form: Form::Int { min: 0, max: 2147483646, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: false, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Crdate, synonym: None, selector: Some(2004), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Crtime, synonym: None, selector: Some(2005), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`SUB`], or 255.
pub(crate) static SUB_INDEX: [u8; 412] = [255, 255, 255, 255, 27, 28, 255, 255, 255, 255, 255, 255, 255, 255, 255, 25, 26, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 12, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2, 255, 255, 255, 1, 255, 255, 255, 19, 255, 255, 255, 255, 255, 255, 255, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 255, 13, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of SERVICE, in the order they are shown.
pub(crate) static SERVICE: [AttributeInfo; 12] = [
    AttributeInfo { attr: Attr::Service, synonym: None, selector: Some(2077), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Control, synonym: None, selector: Some(139), form: Form::Word { words: &[("QMGR", 0), ("STARTONLY", 1), ("MANUAL", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Servtype, synonym: None, selector: Some(121), form: Form::Word { words: &[("COMMAND", 0), ("SERVER", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Startcmd, synonym: None, selector: Some(2079), form: Form::Text { length_max: 255 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Startarg, synonym: None, selector: Some(2080), form: Form::Text { length_max: 255 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Stopcmd, synonym: None, selector: Some(2081), form: Form::Text { length_max: 255 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Stoparg, synonym: None, selector: Some(2082), form: Form::Text { length_max: 255 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Stdout, synonym: None, selector: Some(2083), form: Form::Text { length_max: 255 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Stderr, synonym: None, selector: Some(2084), form: Form::Text { length_max: 255 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2078), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`SERVICE`], or 255.
pub(crate) static SERVICE_INDEX: [u8; 412] = [255, 255, 255, 255, 10, 11, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 9, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 2, 3, 4, 5, 6, 7, 8, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of COMMINFO, in the order they are shown.
pub(crate) static COMMINFO: [AttributeInfo; 16] = [
    AttributeInfo { attr: Attr::Comminfo, synonym: None, selector: Some(2110), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Type, synonym: None, selector: Some(223), form: Form::Word { words: &[("MULTICAST", 1)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Bridge, synonym: None, selector: Some(233), form: Form::Word { words: &[("ENABLED", 1), ("DISABLED", 0)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Ccsid, synonym: None, selector: Some(2), form: Form::Int { min: 1, max: 65535, words: &[("ASPUB", -4)] }, initial: Initial::Int(-4), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Commev, synonym: None, selector: Some(232), form: Form::Word { words: &[("DISABLED", 0), ("ENABLED", 1), ("EXCEPTION", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Encoding, synonym: None, selector: Some(1243), form: Form::Int { min: 0, max: 2147483647, words: &[("ASPUB", -1), ("NORMAL", 273), ("REVERSED", 546), ("S390", 785), ("TNS", 1041)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Grpaddr, synonym: None, selector: Some(3562), form: Form::Text { length_max: 264 }, initial: Initial::Text("239.0.0.0"), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mchbint, synonym: None, selector: Some(1628), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(2000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcprop, synonym: None, selector: Some(1626), form: Form::Word { words: &[("ALL", -1), ("REPLY", 2), ("USER", 1), ("NONE", 0), ("COMPAT", -2)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monint, synonym: None, selector: Some(81), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(60), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msghist, synonym: None, selector: Some(1625), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(100), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Nsubhist, synonym: None, selector: Some(1627), form: Form::Word { words: &[("NONE", 0), ("ALL", -1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Port, synonym: None, selector: Some(1522), form: Form::Int { min: 0, max: 65535, words: &[] }, initial: Initial::Int(1414), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2111), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`COMMINFO`], or 255.
pub(crate) static COMMINFO_INDEX: [u8; 412] = [255, 255, 1, 255, 14, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 13, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 12, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2, 4, 5, 6, 7, 8, 9, 10, 11, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];

/// The attributes of SDR, in the order they are shown.
pub(crate) static SDR: [AttributeInfo; 49] = [
    AttributeInfo { attr: Attr::Channel, synonym: None, selector: Some(3501), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Chltype, synonym: None, selector: Some(1511), form: Form::Word { words: &[("SDR", 1), ("SVR", 2), ("RCVR", 3), ("RQSTR", 4), ("CLNTCONN", 6), ("SVRCONN", 7), ("CLUSRCVR", 8), ("CLUSSDR", 9), ("AMQP", 11)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchhb, synonym: None, selector: Some(1567), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchint, synonym: None, selector: Some(1564), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchlim, synonym: None, selector: Some(1624), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(5000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchsz, synonym: None, selector: Some(1502), form: Form::Int { min: 1, max: 9999, words: &[] }, initial: Initial::Int(50), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Certlabl, synonym: None, selector: Some(2121), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Comphdr, synonym: None, selector: Some(1575), form: Form::Choices { words: &[("NONE", 0), ("SYSTEM", 8)], count_max: 2 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Compmsg, synonym: None, selector: Some(1576), form: Form::Choices { words: &[("NONE", 0), ("RLE", 1), ("ZLIBFAST", 2), ("ZLIBHIGH", 4), ("LZ4FAST", 16), ("LZ4HIGH", 32)], count_max: 16 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Conname, synonym: None, selector: Some(3506), form: Form::Text { length_max: 264 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Convert, synonym: None, selector: Some(1515), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(3502), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Discint, synonym: None, selector: Some(1503), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(6000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Hbint, synonym: None, selector: Some(1563), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(300), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Kaint, synonym: None, selector: Some(1566), form: Form::Int { min: 0, max: 99999, words: &[("AUTO", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Locladdr, synonym: None, selector: Some(3520), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Longrty, synonym: None, selector: Some(1507), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Longtmr, synonym: None, selector: Some(1506), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(1200), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxmsgl, synonym: None, selector: Some(1510), form: Form::Int { min: 0, max: 104857600, words: &[] }, initial: Initial::Int(4194304), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcaname, synonym: None, selector: Some(3507), form: Form::Text { length_max: 20 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcatype, synonym: None, selector: Some(1517), form: Form::Word { words: &[("PROCESS", 1), ("THREAD", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcauser, synonym: None, selector: Some(3527), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Modename, synonym: None, selector: Some(3503), form: Form::Text { length_max: 8 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monchl, synonym: None, selector: Some(122), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgdata, synonym: None, selector: Some(3514), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgexit, synonym: None, selector: Some(3509), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Npmspeed, synonym: None, selector: Some(1562), form: Form::Word { words: &[("FAST", 2), ("NORMAL", 1)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Password, synonym: None, selector: Some(3518), form: Form::Secret { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Propctl, synonym: None, selector: Some(190), form: Form::Word { words: &[("COMPAT", 0), ("NONE", 1), ("ALL", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvdata, synonym: None, selector: Some(3516), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvexit, synonym: None, selector: Some(3511), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Resetseq, synonym: None, selector: Some(1623), form: Form::Int { min: 0, max: 999999999, words: &[("NO", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Scydata, synonym: None, selector: Some(3513), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scyexit, synonym: None, selector: Some(3508), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Senddata, synonym: None, selector: Some(3515), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sendexit, synonym: None, selector: Some(3510), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Seqwrap, synonym: None, selector: Some(1509), form: Form::Int { min: 100, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Shortrty, synonym: None, selector: Some(1505), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(10), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Shorttmr, synonym: None, selector: Some(1504), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(60), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslciph, synonym: None, selector: Some(3544), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslpeer, synonym: None, selector: Some(3545), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statchl, synonym: None, selector: Some(129), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Tpname, synonym: None, selector: Some(3504), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trptype, synonym: None, selector: Some(1501), form: Form::Word { words: &[("TCP", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Usedlq, synonym: None, selector: Some(234), form: Form::Word { words: &[("NO", 1), ("YES", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Userid, synonym: None, selector: Some(3517), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Xmitq, synonym: None, selector: Some(3505), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`SDR`], or 255.
pub(crate) static SDR_INDEX: [u8; 412] = [255, 255, 255, 255, 2, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 13, 255, 255, 255, 255, 255, 255, 255, 255, 20, 255, 255, 255, 255, 255, 255, 255, 255, 255, 30, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 48, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 25, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 43, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 9, 10, 14, 15, 16, 255, 255, 23, 31, 32, 34, 35, 36, 37, 255, 255, 41, 42, 45, 255, 255, 11, 255, 17, 24, 29, 44, 47, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 46, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 4, 5, 6, 7, 12, 18, 19, 21, 22, 255, 255, 255, 255, 26, 27, 28, 255, 38, 39, 40, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 33, 255, 255];

/// The attributes of SVR, in the order they are shown.
pub(crate) static SVR: [AttributeInfo; 50] = [
    AttributeInfo { attr: Attr::Channel, synonym: None, selector: Some(3501), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Chltype, synonym: None, selector: Some(1511), form: Form::Word { words: &[("SDR", 1), ("SVR", 2), ("RCVR", 3), ("RQSTR", 4), ("CLNTCONN", 6), ("SVRCONN", 7), ("CLUSRCVR", 8), ("CLUSSDR", 9), ("AMQP", 11)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchhb, synonym: None, selector: Some(1567), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchint, synonym: None, selector: Some(1564), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchlim, synonym: None, selector: Some(1624), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(5000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchsz, synonym: None, selector: Some(1502), form: Form::Int { min: 1, max: 9999, words: &[] }, initial: Initial::Int(50), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Certlabl, synonym: None, selector: Some(2121), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Comphdr, synonym: None, selector: Some(1575), form: Form::Choices { words: &[("NONE", 0), ("SYSTEM", 8)], count_max: 2 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Compmsg, synonym: None, selector: Some(1576), form: Form::Choices { words: &[("NONE", 0), ("RLE", 1), ("ZLIBFAST", 2), ("ZLIBHIGH", 4), ("LZ4FAST", 16), ("LZ4HIGH", 32)], count_max: 16 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Conname, synonym: None, selector: Some(3506), form: Form::Text { length_max: 264 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Convert, synonym: None, selector: Some(1515), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(3502), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Discint, synonym: None, selector: Some(1503), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(6000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Hbint, synonym: None, selector: Some(1563), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(300), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Kaint, synonym: None, selector: Some(1566), form: Form::Int { min: 0, max: 99999, words: &[("AUTO", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Locladdr, synonym: None, selector: Some(3520), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Longrty, synonym: None, selector: Some(1507), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Longtmr, synonym: None, selector: Some(1506), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(1200), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxmsgl, synonym: None, selector: Some(1510), form: Form::Int { min: 0, max: 104857600, words: &[] }, initial: Initial::Int(4194304), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcaname, synonym: None, selector: Some(3507), form: Form::Text { length_max: 20 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcatype, synonym: None, selector: Some(1517), form: Form::Word { words: &[("PROCESS", 1), ("THREAD", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcauser, synonym: None, selector: Some(3527), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Modename, synonym: None, selector: Some(3503), form: Form::Text { length_max: 8 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monchl, synonym: None, selector: Some(122), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgdata, synonym: None, selector: Some(3514), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgexit, synonym: None, selector: Some(3509), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Npmspeed, synonym: None, selector: Some(1562), form: Form::Word { words: &[("FAST", 2), ("NORMAL", 1)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Password, synonym: None, selector: Some(3518), form: Form::Secret { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Propctl, synonym: None, selector: Some(190), form: Form::Word { words: &[("COMPAT", 0), ("NONE", 1), ("ALL", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvdata, synonym: None, selector: Some(3516), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvexit, synonym: None, selector: Some(3511), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Resetseq, synonym: None, selector: Some(1623), form: Form::Int { min: 0, max: 999999999, words: &[("NO", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Scydata, synonym: None, selector: Some(3513), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scyexit, synonym: None, selector: Some(3508), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Senddata, synonym: None, selector: Some(3515), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sendexit, synonym: None, selector: Some(3510), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Seqwrap, synonym: None, selector: Some(1509), form: Form::Int { min: 100, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Shortrty, synonym: None, selector: Some(1505), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(10), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Shorttmr, synonym: None, selector: Some(1504), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(60), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslcauth, synonym: None, selector: Some(1568), form: Form::Word { words: &[("REQUIRED", 0), ("OPTIONAL", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslciph, synonym: None, selector: Some(3544), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslpeer, synonym: None, selector: Some(3545), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statchl, synonym: None, selector: Some(129), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Tpname, synonym: None, selector: Some(3504), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trptype, synonym: None, selector: Some(1501), form: Form::Word { words: &[("TCP", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Usedlq, synonym: None, selector: Some(234), form: Form::Word { words: &[("NO", 1), ("YES", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Userid, synonym: None, selector: Some(3517), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Xmitq, synonym: None, selector: Some(3505), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`SVR`], or 255.
pub(crate) static SVR_INDEX: [u8; 412] = [255, 255, 255, 255, 2, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 13, 255, 255, 255, 255, 255, 255, 255, 255, 20, 255, 255, 255, 255, 255, 255, 255, 255, 255, 30, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 49, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 25, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 44, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 9, 10, 14, 15, 16, 255, 255, 23, 31, 32, 34, 35, 36, 37, 255, 41, 42, 43, 46, 255, 255, 11, 255, 17, 24, 29, 45, 48, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 47, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 4, 5, 6, 7, 12, 18, 19, 21, 22, 255, 255, 255, 255, 26, 27, 28, 255, 38, 39, 40, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 33, 255, 255];

/// The attributes of RCVR, in the order they are shown.
pub(crate) static RCVR: [AttributeInfo; 36] = [
    AttributeInfo { attr: Attr::Channel, synonym: None, selector: Some(3501), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Chltype, synonym: None, selector: Some(1511), form: Form::Word { words: &[("SDR", 1), ("SVR", 2), ("RCVR", 3), ("RQSTR", 4), ("CLNTCONN", 6), ("SVRCONN", 7), ("CLUSRCVR", 8), ("CLUSSDR", 9), ("AMQP", 11)] }, initial: Initial::Int(3), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchsz, synonym: None, selector: Some(1502), form: Form::Int { min: 1, max: 9999, words: &[] }, initial: Initial::Int(50), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Certlabl, synonym: None, selector: Some(2121), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Comphdr, synonym: None, selector: Some(1575), form: Form::Choices { words: &[("NONE", 0), ("SYSTEM", 8)], count_max: 2 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Compmsg, synonym: None, selector: Some(1576), form: Form::Choices { words: &[("NONE", 0), ("RLE", 1), ("ZLIBFAST", 2), ("ZLIBHIGH", 4), ("LZ4FAST", 16), ("LZ4HIGH", 32), ("ANY", 268435455)], count_max: 16 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(3502), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Hbint, synonym: None, selector: Some(1563), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(300), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Kaint, synonym: None, selector: Some(1566), form: Form::Int { min: 0, max: 99999, words: &[("AUTO", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxmsgl, synonym: None, selector: Some(1510), form: Form::Int { min: 0, max: 104857600, words: &[] }, initial: Initial::Int(4194304), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcauser, synonym: None, selector: Some(3527), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monchl, synonym: None, selector: Some(122), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrdata, synonym: None, selector: Some(3535), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrexit, synonym: None, selector: Some(3534), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrrty, synonym: None, selector: Some(1544), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(10), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrtmr, synonym: None, selector: Some(1545), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(1000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgdata, synonym: None, selector: Some(3514), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgexit, synonym: None, selector: Some(3509), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Npmspeed, synonym: None, selector: Some(1562), form: Form::Word { words: &[("FAST", 2), ("NORMAL", 1)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Putaut, synonym: None, selector: Some(1508), form: Form::Word { words: &[("DEF", 1), ("CTX", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvdata, synonym: None, selector: Some(3516), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvexit, synonym: None, selector: Some(3511), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Resetseq, synonym: None, selector: Some(1623), form: Form::Int { min: 0, max: 999999999, words: &[("NO", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Scydata, synonym: None, selector: Some(3513), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scyexit, synonym: None, selector: Some(3508), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Senddata, synonym: None, selector: Some(3515), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sendexit, synonym: None, selector: Some(3510), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Seqwrap, synonym: None, selector: Some(1509), form: Form::Int { min: 100, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslcauth, synonym: None, selector: Some(1568), form: Form::Word { words: &[("REQUIRED", 0), ("OPTIONAL", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslciph, synonym: None, selector: Some(3544), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslpeer, synonym: None, selector: Some(3545), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statchl, synonym: None, selector: Some(129), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trptype, synonym: None, selector: Some(1501), form: Form::Word { words: &[("TCP", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Usedlq, synonym: None, selector: Some(234), form: Form::Word { words: &[("NO", 1), ("YES", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`RCVR`], or 255.
pub(crate) static RCVR_INDEX: [u8; 412] = [255, 255, 255, 255, 2, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 255, 255, 255, 255, 255, 255, 255, 255, 11, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 13, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 33, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 6, 7, 255, 9, 10, 255, 255, 12, 22, 23, 25, 26, 27, 28, 255, 30, 31, 32, 34, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 35, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 4, 255, 255, 255, 255, 255, 14, 15, 16, 17, 18, 19, 20, 21, 29, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 24, 255, 255];

/// The attributes of RQSTR, in the order they are shown.
pub(crate) static RQSTR: [AttributeInfo; 44] = [
    AttributeInfo { attr: Attr::Channel, synonym: None, selector: Some(3501), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Chltype, synonym: None, selector: Some(1511), form: Form::Word { words: &[("SDR", 1), ("SVR", 2), ("RCVR", 3), ("RQSTR", 4), ("CLNTCONN", 6), ("SVRCONN", 7), ("CLUSRCVR", 8), ("CLUSSDR", 9), ("AMQP", 11)] }, initial: Initial::Int(4), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchsz, synonym: None, selector: Some(1502), form: Form::Int { min: 1, max: 9999, words: &[] }, initial: Initial::Int(50), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Certlabl, synonym: None, selector: Some(2121), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Comphdr, synonym: None, selector: Some(1575), form: Form::Choices { words: &[("NONE", 0), ("SYSTEM", 8)], count_max: 2 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Compmsg, synonym: None, selector: Some(1576), form: Form::Choices { words: &[("NONE", 0), ("RLE", 1), ("ZLIBFAST", 2), ("ZLIBHIGH", 4), ("LZ4FAST", 16), ("LZ4HIGH", 32), ("ANY", 268435455)], count_max: 16 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Conname, synonym: None, selector: Some(3506), form: Form::Text { length_max: 264 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(3502), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Hbint, synonym: None, selector: Some(1563), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(300), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Kaint, synonym: None, selector: Some(1566), form: Form::Int { min: 0, max: 99999, words: &[("AUTO", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Locladdr, synonym: None, selector: Some(3520), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxmsgl, synonym: None, selector: Some(1510), form: Form::Int { min: 0, max: 104857600, words: &[] }, initial: Initial::Int(4194304), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcaname, synonym: None, selector: Some(3507), form: Form::Text { length_max: 20 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcatype, synonym: None, selector: Some(1517), form: Form::Word { words: &[("PROCESS", 1), ("THREAD", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcauser, synonym: None, selector: Some(3527), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Modename, synonym: None, selector: Some(3503), form: Form::Text { length_max: 8 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monchl, synonym: None, selector: Some(122), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrdata, synonym: None, selector: Some(3535), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrexit, synonym: None, selector: Some(3534), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrrty, synonym: None, selector: Some(1544), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(10), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrtmr, synonym: None, selector: Some(1545), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(1000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgdata, synonym: None, selector: Some(3514), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgexit, synonym: None, selector: Some(3509), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Npmspeed, synonym: None, selector: Some(1562), form: Form::Word { words: &[("FAST", 2), ("NORMAL", 1)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Password, synonym: None, selector: Some(3518), form: Form::Secret { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Putaut, synonym: None, selector: Some(1508), form: Form::Word { words: &[("DEF", 1), ("CTX", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvdata, synonym: None, selector: Some(3516), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvexit, synonym: None, selector: Some(3511), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Resetseq, synonym: None, selector: Some(1623), form: Form::Int { min: 0, max: 999999999, words: &[("NO", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Scydata, synonym: None, selector: Some(3513), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scyexit, synonym: None, selector: Some(3508), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Senddata, synonym: None, selector: Some(3515), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sendexit, synonym: None, selector: Some(3510), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Seqwrap, synonym: None, selector: Some(1509), form: Form::Int { min: 100, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslcauth, synonym: None, selector: Some(1568), form: Form::Word { words: &[("REQUIRED", 0), ("OPTIONAL", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslciph, synonym: None, selector: Some(3544), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslpeer, synonym: None, selector: Some(3545), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statchl, synonym: None, selector: Some(129), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Tpname, synonym: None, selector: Some(3504), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trptype, synonym: None, selector: Some(1501), form: Form::Word { words: &[("TCP", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Usedlq, synonym: None, selector: Some(234), form: Form::Word { words: &[("NO", 1), ("YES", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Userid, synonym: None, selector: Some(3517), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`RQSTR`], or 255.
pub(crate) static RQSTR_INDEX: [u8; 412] = [255, 255, 255, 255, 2, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 9, 255, 255, 255, 255, 255, 255, 255, 255, 13, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 18, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 39, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 6, 7, 255, 10, 11, 255, 255, 16, 28, 29, 31, 32, 33, 34, 255, 36, 37, 38, 41, 255, 255, 8, 255, 12, 17, 26, 40, 43, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 42, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 4, 255, 255, 255, 14, 15, 19, 20, 21, 22, 23, 24, 25, 27, 35, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 30, 255, 255];

/// The attributes of CLUSSDR, in the order they are shown.
pub(crate) static CLUSSDR: [AttributeInfo; 53] = [
    AttributeInfo { attr: Attr::Channel, synonym: None, selector: Some(3501), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Chltype, synonym: None, selector: Some(1511), form: Form::Word { words: &[("SDR", 1), ("SVR", 2), ("RCVR", 3), ("RQSTR", 4), ("CLNTCONN", 6), ("SVRCONN", 7), ("CLUSRCVR", 8), ("CLUSSDR", 9), ("AMQP", 11)] }, initial: Initial::Int(9), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchhb, synonym: None, selector: Some(1567), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchint, synonym: None, selector: Some(1564), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchlim, synonym: None, selector: Some(1624), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(5000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchsz, synonym: None, selector: Some(1502), form: Form::Int { min: 1, max: 9999, words: &[] }, initial: Initial::Int(50), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clusnl, synonym: None, selector: Some(2030), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Cluster, synonym: None, selector: Some(2029), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlprty, synonym: None, selector: Some(1578), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlrank, synonym: None, selector: Some(1577), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlwght, synonym: None, selector: Some(1579), form: Form::Int { min: 1, max: 99, words: &[] }, initial: Initial::Int(50), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Comphdr, synonym: None, selector: Some(1575), form: Form::Choices { words: &[("NONE", 0), ("SYSTEM", 8)], count_max: 2 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Compmsg, synonym: None, selector: Some(1576), form: Form::Choices { words: &[("NONE", 0), ("RLE", 1), ("ZLIBFAST", 2), ("ZLIBHIGH", 4), ("LZ4FAST", 16), ("LZ4HIGH", 32)], count_max: 16 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Conname, synonym: None, selector: Some(3506), form: Form::Text { length_max: 264 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Convert, synonym: None, selector: Some(1515), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Deftype, synonym: None, selector: Some(1084), form: Form::Word { words: &[("CLUSSDR", 1), ("CLUSSDRA", 2), ("CLUSSDRB", 4)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(3502), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Discint, synonym: None, selector: Some(1503), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(6000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Hbint, synonym: None, selector: Some(1563), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(300), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Kaint, synonym: None, selector: Some(1566), form: Form::Int { min: 0, max: 99999, words: &[("AUTO", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Locladdr, synonym: None, selector: Some(3520), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Longrty, synonym: None, selector: Some(1507), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Longtmr, synonym: None, selector: Some(1506), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(1200), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxmsgl, synonym: None, selector: Some(1510), form: Form::Int { min: 0, max: 104857600, words: &[] }, initial: Initial::Int(4194304), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcaname, synonym: None, selector: Some(3507), form: Form::Text { length_max: 20 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcatype, synonym: None, selector: Some(1517), form: Form::Word { words: &[("PROCESS", 1), ("THREAD", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcauser, synonym: None, selector: Some(3527), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Modename, synonym: None, selector: Some(3503), form: Form::Text { length_max: 8 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monchl, synonym: None, selector: Some(122), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgdata, synonym: None, selector: Some(3514), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgexit, synonym: None, selector: Some(3509), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Npmspeed, synonym: None, selector: Some(1562), form: Form::Word { words: &[("FAST", 2), ("NORMAL", 1)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Password, synonym: None, selector: Some(3518), form: Form::Secret { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Propctl, synonym: None, selector: Some(190), form: Form::Word { words: &[("COMPAT", 0), ("NONE", 1), ("ALL", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvdata, synonym: None, selector: Some(3516), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvexit, synonym: None, selector: Some(3511), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Resetseq, synonym: None, selector: Some(1623), form: Form::Int { min: 0, max: 999999999, words: &[("NO", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Scydata, synonym: None, selector: Some(3513), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scyexit, synonym: None, selector: Some(3508), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Senddata, synonym: None, selector: Some(3515), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sendexit, synonym: None, selector: Some(3510), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Seqwrap, synonym: None, selector: Some(1509), form: Form::Int { min: 100, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Shortrty, synonym: None, selector: Some(1505), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(10), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Shorttmr, synonym: None, selector: Some(1504), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(60), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslciph, synonym: None, selector: Some(3544), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslpeer, synonym: None, selector: Some(3545), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statchl, synonym: None, selector: Some(129), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Tpname, synonym: None, selector: Some(3504), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trptype, synonym: None, selector: Some(1501), form: Form::Word { words: &[("TCP", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Usedlq, synonym: None, selector: Some(234), form: Form::Word { words: &[("NO", 1), ("YES", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Userid, synonym: None, selector: Some(3517), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`CLUSSDR`], or 255.
pub(crate) static CLUSSDR_INDEX: [u8; 412] = [255, 255, 255, 255, 2, 3, 255, 255, 255, 8, 9, 255, 10, 11, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 17, 18, 255, 255, 255, 255, 255, 255, 255, 255, 25, 255, 255, 255, 255, 255, 255, 255, 255, 255, 35, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 30, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 48, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 13, 14, 19, 20, 21, 255, 255, 28, 36, 37, 39, 40, 41, 42, 255, 255, 46, 47, 50, 255, 255, 15, 255, 22, 29, 34, 49, 52, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 51, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 4, 5, 6, 7, 16, 23, 24, 26, 27, 255, 255, 255, 255, 31, 32, 33, 255, 43, 44, 45, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 12, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 38, 255, 255];

/// The attributes of CLUSRCVR, in the order they are shown.
pub(crate) static CLUSRCVR: [AttributeInfo; 58] = [
    AttributeInfo { attr: Attr::Channel, synonym: None, selector: Some(3501), form: Form::Key, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Chltype, synonym: None, selector: Some(1511), form: Form::Word { words: &[("SDR", 1), ("SVR", 2), ("RCVR", 3), ("RQSTR", 4), ("CLNTCONN", 6), ("SVRCONN", 7), ("CLUSRCVR", 8), ("CLUSSDR", 9), ("AMQP", 11)] }, initial: Initial::Int(8), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchhb, synonym: None, selector: Some(1567), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchint, synonym: None, selector: Some(1564), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchlim, synonym: None, selector: Some(1624), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(5000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchsz, synonym: None, selector: Some(1502), form: Form::Int { min: 1, max: 9999, words: &[] }, initial: Initial::Int(50), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Certlabl, synonym: None, selector: Some(2121), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clusnl, synonym: None, selector: Some(2030), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Cluster, synonym: None, selector: Some(2029), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlprty, synonym: None, selector: Some(1578), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlrank, synonym: None, selector: Some(1577), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlwght, synonym: None, selector: Some(1579), form: Form::Int { min: 1, max: 99, words: &[] }, initial: Initial::Int(50), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Comphdr, synonym: None, selector: Some(1575), form: Form::Choices { words: &[("NONE", 0), ("SYSTEM", 8)], count_max: 2 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Compmsg, synonym: None, selector: Some(1576), form: Form::Choices { words: &[("NONE", 0), ("RLE", 1), ("ZLIBFAST", 2), ("ZLIBHIGH", 4), ("LZ4FAST", 16), ("LZ4HIGH", 32), ("ANY", 268435455)], count_max: 16 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Conname, synonym: None, selector: Some(3506), form: Form::Text { length_max: 264 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Convert, synonym: None, selector: Some(1515), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(3502), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Discint, synonym: None, selector: Some(1503), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(6000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Hbint, synonym: None, selector: Some(1563), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(300), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Kaint, synonym: None, selector: Some(1566), form: Form::Int { min: 0, max: 99999, words: &[("AUTO", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Locladdr, synonym: None, selector: Some(3520), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Longrty, synonym: None, selector: Some(1507), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Longtmr, synonym: None, selector: Some(1506), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(1200), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxmsgl, synonym: None, selector: Some(1510), form: Form::Int { min: 0, max: 104857600, words: &[] }, initial: Initial::Int(4194304), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcaname, synonym: None, selector: Some(3507), form: Form::Text { length_max: 20 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcatype, synonym: None, selector: Some(1517), form: Form::Word { words: &[("PROCESS", 1), ("THREAD", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcauser, synonym: None, selector: Some(3527), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Modename, synonym: None, selector: Some(3503), form: Form::Text { length_max: 8 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Monchl, synonym: None, selector: Some(122), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrdata, synonym: None, selector: Some(3535), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrexit, synonym: None, selector: Some(3534), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrrty, synonym: None, selector: Some(1544), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(10), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrtmr, synonym: None, selector: Some(1545), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(1000), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgdata, synonym: None, selector: Some(3514), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgexit, synonym: None, selector: Some(3509), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Netprty, synonym: None, selector: Some(1565), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Npmspeed, synonym: None, selector: Some(1562), form: Form::Word { words: &[("FAST", 2), ("NORMAL", 1)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Propctl, synonym: None, selector: Some(190), form: Form::Word { words: &[("COMPAT", 0), ("NONE", 1), ("ALL", 2)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Putaut, synonym: None, selector: Some(1508), form: Form::Word { words: &[("DEF", 1), ("CTX", 2)] }, initial: Initial::Int(1), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvdata, synonym: None, selector: Some(3516), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvexit, synonym: None, selector: Some(3511), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Resetseq, synonym: None, selector: Some(1623), form: Form::Int { min: 0, max: 999999999, words: &[("NO", 0)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Scydata, synonym: None, selector: Some(3513), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scyexit, synonym: None, selector: Some(3508), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Senddata, synonym: None, selector: Some(3515), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sendexit, synonym: None, selector: Some(3510), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Seqwrap, synonym: None, selector: Some(1509), form: Form::Int { min: 100, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Shortrty, synonym: None, selector: Some(1505), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(10), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Shorttmr, synonym: None, selector: Some(1504), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(60), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslcauth, synonym: None, selector: Some(1568), form: Form::Word { words: &[("REQUIRED", 0), ("OPTIONAL", 1)] }, initial: Initial::Int(0), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslciph, synonym: None, selector: Some(3544), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslpeer, synonym: None, selector: Some(3545), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Statchl, synonym: None, selector: Some(129), form: Form::Word { words: &[("QMGR", -3), ("OFF", 0), ("LOW", 17), ("MEDIUM", 33), ("HIGH", 65)] }, initial: Initial::Int(-3), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Tpname, synonym: None, selector: Some(3504), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trptype, synonym: None, selector: Some(1501), form: Form::Word { words: &[("TCP", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Usedlq, synonym: None, selector: Some(234), form: Form::Word { words: &[("NO", 1), ("YES", 2)] }, initial: Initial::Int(2), uses: Uses { definable: true, alterable: true, shown: true, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`CLUSRCVR`], or 255.
pub(crate) static CLUSRCVR_INDEX: [u8; 412] = [255, 255, 255, 255, 2, 3, 255, 255, 255, 9, 10, 255, 11, 12, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 18, 255, 255, 255, 255, 255, 255, 255, 255, 25, 255, 255, 255, 255, 255, 255, 255, 255, 255, 39, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 30, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 54, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 14, 15, 19, 20, 21, 255, 255, 28, 41, 42, 44, 45, 46, 47, 255, 51, 52, 53, 56, 255, 255, 16, 255, 22, 29, 255, 55, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 57, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 4, 5, 6, 7, 17, 23, 24, 26, 27, 31, 32, 33, 34, 35, 36, 38, 40, 48, 49, 50, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 13, 37, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 43, 255, 255];

/// The attributes of CLUSQMGR, in the order they are shown.
pub(crate) static CLUSQMGR: [AttributeInfo; 65] = [
    AttributeInfo { attr: Attr::Clusqmgr, synonym: None, selector: Some(2031), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Channel, synonym: None, selector: Some(3501), form: Form::Name { length_max: 20 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clusdate, synonym: None, selector: Some(2037), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Cluster, synonym: None, selector: Some(2029), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clustime, synonym: None, selector: Some(2038), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Deftype, synonym: None, selector: Some(1084), form: Form::Word { words: &[("CLUSSDR", 1), ("CLUSSDRA", 2), ("CLUSRCVR", 3), ("CLUSSDRB", 4)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Qmid, synonym: None, selector: Some(2032), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qmtype, synonym: None, selector: Some(1085), form: Form::Word { words: &[("NORMAL", 0), ("REPOS", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Status, synonym: None, selector: Some(1527), form: Form::Word { words: &[("INACTIVE", 0), ("BINDING", 1), ("STARTING", 2), ("RUNNING", 3), ("STOPPING", 4), ("RETRYING", 5), ("STOPPED", 6), ("REQUESTING", 7), ("PAUSED", 8), ("SWITCHING", 14), ("INITIALIZING", 13)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Suspend, synonym: None, selector: Some(1087), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Version, synonym: None, selector: Some(2120), form: Form::Text { length_max: 8 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchhb, synonym: None, selector: Some(1567), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchint, synonym: None, selector: Some(1564), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchlim, synonym: None, selector: Some(1624), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(5000), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Batchsz, synonym: None, selector: Some(1502), form: Form::Int { min: 1, max: 9999, words: &[] }, initial: Initial::Int(50), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlprty, synonym: None, selector: Some(1578), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlrank, synonym: None, selector: Some(1577), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlwght, synonym: None, selector: Some(1579), form: Form::Int { min: 1, max: 99, words: &[] }, initial: Initial::Int(50), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Comphdr, synonym: None, selector: Some(1575), form: Form::Choices { words: &[("NONE", 0), ("SYSTEM", 8)], count_max: 2 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Compmsg, synonym: None, selector: Some(1576), form: Form::Choices { words: &[("NONE", 0), ("RLE", 1), ("ZLIBFAST", 2), ("ZLIBHIGH", 4), ("LZ4FAST", 16), ("LZ4HIGH", 32), ("ANY", 268435455)], count_max: 16 }, initial: Initial::List(&["NONE"]), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Conname, synonym: None, selector: Some(3506), form: Form::Text { length_max: 264 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Convert, synonym: None, selector: Some(1515), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(3502), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Discint, synonym: None, selector: Some(1503), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(6000), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Hbint, synonym: None, selector: Some(1563), form: Form::Int { min: 0, max: 999999, words: &[] }, initial: Initial::Int(300), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Kaint, synonym: None, selector: Some(1566), form: Form::Int { min: 0, max: 99999, words: &[("AUTO", -1)] }, initial: Initial::Int(-1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Locladdr, synonym: None, selector: Some(3520), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Longrty, synonym: None, selector: Some(1507), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Longtmr, synonym: None, selector: Some(1506), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(1200), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Maxmsgl, synonym: None, selector: Some(1510), form: Form::Int { min: 0, max: 104857600, words: &[] }, initial: Initial::Int(4194304), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcaname, synonym: None, selector: Some(3507), form: Form::Text { length_max: 20 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcatype, synonym: None, selector: Some(1517), form: Form::Word { words: &[("PROCESS", 1), ("THREAD", 2)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcauser, synonym: None, selector: Some(3527), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Modename, synonym: None, selector: Some(3503), form: Form::Text { length_max: 8 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrdata, synonym: None, selector: Some(3535), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrexit, synonym: None, selector: Some(3534), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrrty, synonym: None, selector: Some(1544), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(10), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mrtmr, synonym: None, selector: Some(1545), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(1000), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgdata, synonym: None, selector: Some(3514), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Msgexit, synonym: None, selector: Some(3509), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Netprty, synonym: None, selector: Some(1565), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Npmspeed, synonym: None, selector: Some(1562), form: Form::Word { words: &[("FAST", 2), ("NORMAL", 1)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Password, synonym: None, selector: Some(3518), form: Form::Secret { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Propctl, synonym: None, selector: Some(190), form: Form::Word { words: &[("COMPAT", 0), ("NONE", 1), ("ALL", 2)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Putaut, synonym: None, selector: Some(1508), form: Form::Word { words: &[("DEF", 1), ("CTX", 2)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvdata, synonym: None, selector: Some(3516), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Rcvexit, synonym: None, selector: Some(3511), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scydata, synonym: None, selector: Some(3513), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Scyexit, synonym: None, selector: Some(3508), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Senddata, synonym: None, selector: Some(3515), form: Form::Texts { count_max: 8, length_max: 32 }, initial: Initial::List(&[]), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sendexit, synonym: None, selector: Some(3510), form: Form::Texts { count_max: 8, length_max: 128 }, initial: Initial::List(&[]), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Seqwrap, synonym: None, selector: Some(1509), form: Form::Int { min: 100, max: 999999999, words: &[] }, initial: Initial::Int(999999999), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Shortrty, synonym: None, selector: Some(1505), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(10), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Shorttmr, synonym: None, selector: Some(1504), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(60), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslcauth, synonym: None, selector: Some(1568), form: Form::Word { words: &[("REQUIRED", 0), ("OPTIONAL", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslciph, synonym: None, selector: Some(3544), form: Form::Text { length_max: 32 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sslpeer, synonym: None, selector: Some(3545), form: Form::Text { length_max: 1024 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Tpname, synonym: None, selector: Some(3504), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Trptype, synonym: None, selector: Some(1501), form: Form::Word { words: &[("TCP", 2)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Usedlq, synonym: None, selector: Some(234), form: Form::Word { words: &[("NO", 1), ("YES", 2)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Userid, synonym: None, selector: Some(3517), form: Form::Text { length_max: 12 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Xmitq, synonym: None, selector: Some(2024), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Record, synonym: None, selector: Some(65536), form: Form::Text { length_max: 96 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: false, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`CLUSQMGR`], or 255.
pub(crate) static CLUSQMGR_INDEX: [u8; 412] = [255, 255, 255, 255, 11, 12, 255, 255, 255, 255, 3, 255, 17, 18, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 5, 24, 255, 255, 255, 255, 255, 255, 255, 255, 31, 255, 255, 255, 255, 255, 255, 255, 255, 255, 45, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 63, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 6, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 10, 255, 255, 255, 255, 255, 255, 255, 255, 1, 255, 20, 21, 25, 26, 27, 255, 255, 34, 47, 48, 49, 50, 51, 52, 255, 56, 57, 58, 60, 255, 255, 22, 255, 28, 35, 44, 59, 62, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 61, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 13, 14, 15, 16, 23, 29, 30, 32, 33, 36, 37, 38, 39, 40, 41, 43, 46, 53, 54, 55, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 19, 42, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 2, 4, 7, 8, 9, 255, 64, 255, 255, 255, 255];

/// The attributes of QCLUSTER, in the order they are shown.
pub(crate) static QCLUSTER: [AttributeInfo; 21] = [
    AttributeInfo { attr: Attr::Queue, synonym: None, selector: Some(2016), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Type, synonym: Some("QTYPE"), selector: Some(20), form: Form::Word { words: &[("QCLUSTER", 7)] }, initial: Initial::Int(7), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clusdate, synonym: None, selector: Some(2037), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clusqmgr, synonym: None, selector: Some(2031), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clusqt, synonym: None, selector: Some(59), form: Form::Word { words: &[("QLOCAL", 1), ("QALIAS", 2), ("QREMOTE", 3), ("QMGR", 4)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Cluster, synonym: None, selector: Some(2029), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clustime, synonym: None, selector: Some(2038), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlprty, synonym: None, selector: Some(96), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clwlrank, synonym: None, selector: Some(95), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defbind, synonym: None, selector: Some(61), form: Form::Word { words: &[("OPEN", 0), ("NOTFIXED", 1), ("GROUP", 2)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpresp, synonym: None, selector: Some(184), form: Form::Word { words: &[("SYNC", 1), ("ASYNC", 2)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defprty, synonym: None, selector: Some(6), form: Form::Int { min: 0, max: 9, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpsist, synonym: None, selector: Some(5), form: Form::Word { words: &[("NO", 0), ("YES", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2013), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Put, synonym: None, selector: Some(10), form: Form::Word { words: &[("ENABLED", 0), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: true, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qmid, synonym: None, selector: Some(2032), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Readers, synonym: None, selector: Some(17), form: Form::Word { words: &[("UNKNOWN", -1), ("NO", 0), ("YES", 1)] }, initial: Initial::Int(-1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Record, synonym: None, selector: Some(65536), form: Form::Text { length_max: 96 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: false, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Uses, synonym: None, selector: Some(1290), form: Form::Int { min: 0, max: 999999999, words: &[] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
];

/// By attribute number: the place in [`QCLUSTER`], or 255.
pub(crate) static QCLUSTER_INDEX: [u8; 412] = [255, 0, 1, 255, 2, 3, 255, 255, 255, 255, 7, 255, 9, 10, 255, 255, 255, 255, 255, 11, 13, 14, 12, 255, 255, 255, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 16, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 17, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 5, 4, 8, 255, 255, 255, 6, 19, 255, 255, 18, 20];

/// The attributes of TCLUSTER, in the order they are shown.
pub(crate) static TCLUSTER: [AttributeInfo; 33] = [
    AttributeInfo { attr: Attr::Topic, synonym: None, selector: Some(2092), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Type, synonym: None, selector: Some(208), form: Form::Word { words: &[("CLUSTER", 1)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Topicstr, synonym: None, selector: Some(2094), form: Form::Text { length_max: 10240 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Descr, synonym: None, selector: Some(2093), form: Form::Text { length_max: 64 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clroute, synonym: None, selector: Some(255), form: Form::Word { words: &[("DIRECT", 0), ("TOPICHOST", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clstate, synonym: None, selector: Some(256), form: Form::Word { words: &[("ACTIVE", 0), ("PENDING", 1), ("INVALID", 2), ("ERROR", 3)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: true } },
    AttributeInfo { attr: Attr::Clusdate, synonym: None, selector: Some(2037), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clusqmgr, synonym: None, selector: Some(2031), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Cluster, synonym: None, selector: Some(2029), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Clustime, synonym: None, selector: Some(2038), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Dursub, synonym: None, selector: Some(175), form: Form::Word { words: &[("ASPARENT", 0), ("YES", 1), ("NO", 2)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Pub, synonym: None, selector: Some(181), form: Form::Word { words: &[("ASPARENT", 0), ("ENABLED", 2), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Sub, synonym: None, selector: Some(182), form: Form::Word { words: &[("ASPARENT", 0), ("ENABLED", 2), ("DISABLED", 1)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpsist, synonym: None, selector: Some(185), form: Form::Word { words: &[("ASPARENT", -1), ("NO", 0), ("YES", 1)] }, initial: Initial::Int(-1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defprty, synonym: None, selector: Some(6), form: Form::Int { min: 0, max: 9, words: &[("ASPARENT", -2)] }, initial: Initial::Int(-2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Defpresp, synonym: None, selector: Some(184), form: Form::Word { words: &[("ASPARENT", 0), ("SYNC", 1), ("ASYNC", 2)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Altdate, synonym: None, selector: Some(2027), form: Form::Date, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Alttime, synonym: None, selector: Some(2028), form: Form::Time, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Pmsgdlv, synonym: None, selector: Some(195), form: Form::Word { words: &[("ASPARENT", 0), ("ALL", 1), ("ALLDUR", 2), ("ALLAVAIL", 3)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Npmsgdlv, synonym: None, selector: Some(196), form: Form::Word { words: &[("ASPARENT", 0), ("ALL", 1), ("ALLDUR", 2), ("ALLAVAIL", 3)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Pubscope, synonym: None, selector: Some(219), form: Form::Word { words: &[("ASPARENT", 1), ("ALL", 0), ("QMGR", 4)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Subscope, synonym: None, selector: Some(218), form: Form::Word { words: &[("ASPARENT", 1), ("ALL", 0), ("QMGR", 4)] }, initial: Initial::Int(1), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Proxysub, synonym: None, selector: Some(199), form: Form::Word { words: &[("FIRSTUSE", 2), ("FORCE", 1)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Wildcard, synonym: None, selector: Some(216), form: Form::Word { words: &[("PASSTHRU", 2), ("BLOCK", 1)] }, initial: Initial::Int(2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mdurmdl, synonym: None, selector: Some(2096), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mndurmdl, synonym: None, selector: Some(2097), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Mcast, synonym: None, selector: Some(176), form: Form::Word { words: &[("ASPARENT", 0), ("ENABLED", 1), ("DISABLED", 2), ("ONLY", 3)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Comminfo, synonym: None, selector: Some(2110), form: Form::Name { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Usedlq, synonym: None, selector: Some(234), form: Form::Word { words: &[("ASPARENT", 0), ("NO", 1), ("YES", 2)] }, initial: Initial::Int(0), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Custom, synonym: None, selector: Some(2119), form: Form::Text { length_max: 128 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Capexpry, synonym: None, selector: Some(276), form: Form::Int { min: 1, max: 999999999, words: &[("NOLIMIT", -1), ("ASPARENT", -2)] }, initial: Initial::Int(-2), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Qmid, synonym: None, selector: Some(2032), form: Form::Text { length_max: 48 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: true, inquirable: false, settable: false, volatile: false } },
    AttributeInfo { attr: Attr::Record, synonym: None, selector: Some(65536), form: Form::Text { length_max: 96 }, initial: Initial::Text(""), uses: Uses { definable: false, alterable: false, shown: false, inquirable: false, settable: false, volatile: false } },
];

/// By attribute number: the place in [`TCLUSTER`], or 255.
pub(crate) static TCLUSTER_INDEX: [u8; 412] = [255, 255, 1, 255, 16, 17, 255, 255, 30, 255, 8, 255, 255, 255, 255, 255, 255, 255, 29, 255, 14, 13, 15, 255, 255, 255, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 31, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 2, 4, 10, 11, 12, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 7, 6, 9, 255, 255, 255, 255, 32, 5, 255, 255, 255];
