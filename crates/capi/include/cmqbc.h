/* cmqbc.h: the administration interface: data bags.
 * Part of FerroMQ. Generated from tables/ by `cargo xtask generate`; do not edit. */
#if !defined(MQBC_INCLUDED)
#define MQBC_INCLUDED

#include "cmqc.h"

#define MQBL_NULL_TERMINATED                (-1)

#define MQCBO_ADMIN_BAG                     1
#define MQCBO_CHECK_SELECTORS               8
#define MQCBO_COMMAND_BAG                   16
#define MQCBO_DO_NOT_CHECK_SELECTORS        0
#define MQCBO_DO_NOT_REORDER                0
#define MQCBO_GROUP_BAG                     64
#define MQCBO_LIST_FORM_ALLOWED             2
#define MQCBO_LIST_FORM_INHIBITED           0
#define MQCBO_NONE                          0
#define MQCBO_REORDER_AS_REQUIRED           4
#define MQCBO_SYSTEM_BAG                    32
#define MQCBO_USER_BAG                      0

#define MQHA_BAG_HANDLE                     4001
#define MQHA_FIRST                          4001
#define MQHA_LAST                           6000
#define MQHA_LAST_USED                      4001

#define MQHB_NONE                           (-2)
#define MQHB_UNUSABLE_HBAG                  (-1)

#define MQIASY_BAG_OPTIONS                  (-8)
#define MQIASY_CODED_CHAR_SET_ID            (-1)
#define MQIASY_COMMAND                      (-3)
#define MQIASY_COMP_CODE                    (-6)
#define MQIASY_CONTROL                      (-5)
#define MQIASY_FIRST                        (-1)
#define MQIASY_LAST                         (-2000)
#define MQIASY_LAST_USED                    (-9)
#define MQIASY_MSG_SEQ_NUMBER               (-4)
#define MQIASY_REASON                       (-7)
#define MQIASY_TYPE                         (-2)
#define MQIASY_VERSION                      (-9)

#define MQIND_ALL                           (-2)
#define MQIND_NONE                          (-1)

#define MQITEM_BAG                          3
#define MQITEM_BYTE_STRING                  4
#define MQITEM_BYTE_STRING_FILTER           8
#define MQITEM_INTEGER                      1
#define MQITEM_INTEGER64                    7
#define MQITEM_INTEGER_FILTER               5
#define MQITEM_STRING                       2
#define MQITEM_STRING_FILTER                6

#define MQIT_BAG                            3
#define MQIT_INTEGER                        1
#define MQIT_STRING                         2

#define MQOA_FIRST                          1
#define MQOA_LAST                           9000

#define MQSEL_ALL_SELECTORS                 (-30001)
#define MQSEL_ALL_SYSTEM_SELECTORS          (-30003)
#define MQSEL_ALL_USER_SELECTORS            (-30002)
#define MQSEL_ANY_SELECTOR                  (-30001)
#define MQSEL_ANY_SYSTEM_SELECTOR           (-30003)
#define MQSEL_ANY_USER_SELECTOR             (-30002)

#if defined(__cplusplus)
extern "C" {
#endif

typedef MQLONG MQHBAG;
typedef MQHBAG MQPOINTER PMQHBAG;
typedef PMQHBAG MQPOINTER PPMQHBAG;

void MQENTRY mqAddBag(
  MQHBAG Bag,
  MQLONG Selector,
  MQHBAG ItemValue,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqAddByteString(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG BufferLength,
  PMQBYTE pBuffer,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqAddByteStringFilter(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG BufferLength,
  PMQBYTE pBuffer,
  MQLONG Operator,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqAddInquiry(
  MQHBAG Bag,
  MQLONG Selector,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqAddInteger(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemValue,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqAddInteger64(
  MQHBAG Bag,
  MQLONG Selector,
  MQINT64 ItemValue,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqAddIntegerFilter(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemValue,
  MQLONG Operator,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqAddString(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG BufferLength,
  PMQCHAR pBuffer,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqAddStringFilter(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG BufferLength,
  PMQCHAR pBuffer,
  MQLONG Operator,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqBagToBuffer(
  MQHBAG OptionsBag,
  MQHBAG DataBag,
  MQLONG BufferLength,
  PMQVOID pBuffer,
  PMQLONG pDataLength,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqBufferToBag(
  MQHBAG OptionsBag,
  MQLONG BufferLength,
  PMQVOID pBuffer,
  MQHBAG DataBag,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqClearBag(
  MQHBAG Bag,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqCountItems(
  MQHBAG Bag,
  MQLONG Selector,
  PMQLONG pItemCount,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqCreateBag(
  MQLONG Options,
  PMQHBAG pBag,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqDeleteBag(
  PMQHBAG pBag,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqDeleteItem(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqExecute(
  MQHCONN Hconn,
  MQLONG Command,
  MQHBAG OptionsBag,
  MQHBAG AdminBag,
  MQHBAG ResponseBag,
  MQHOBJ AdminQ,
  MQHOBJ ResponseQ,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqGetBag(
  MQHCONN Hconn,
  MQHOBJ Hobj,
  PMQVOID pMsgDesc,
  PMQVOID pGetMsgOpts,
  MQHBAG Bag,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqInquireBag(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  PMQHBAG pItemValue,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqInquireByteString(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  MQLONG BufferLength,
  PMQBYTE pBuffer,
  PMQLONG pByteStringLength,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqInquireByteStringFilter(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  MQLONG BufferLength,
  PMQBYTE pBuffer,
  PMQLONG pByteStringLength,
  PMQLONG pOperator,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqInquireInteger(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  PMQLONG pItemValue,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqInquireInteger64(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  PMQINT64 pItemValue,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqInquireIntegerFilter(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  PMQLONG pItemValue,
  PMQLONG pOperator,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqInquireItemInfo(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  PMQLONG pOutSelector,
  PMQLONG pItemType,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqInquireString(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  MQLONG BufferLength,
  PMQCHAR pBuffer,
  PMQLONG pStringLength,
  PMQLONG pCodedCharSetId,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqInquireStringFilter(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  MQLONG BufferLength,
  PMQCHAR pBuffer,
  PMQLONG pStringLength,
  PMQLONG pCodedCharSetId,
  PMQLONG pOperator,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqPad(
  PMQCHAR pString,
  MQLONG BufferLength,
  PMQCHAR pBuffer,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqPutBag(
  MQHCONN Hconn,
  MQHOBJ Hobj,
  PMQVOID pMsgDesc,
  PMQVOID pPutMsgOpts,
  MQHBAG Bag,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqSetByteString(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  MQLONG BufferLength,
  PMQBYTE pBuffer,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqSetByteStringFilter(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  MQLONG BufferLength,
  PMQBYTE pBuffer,
  MQLONG Operator,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqSetInteger(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  MQLONG ItemValue,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqSetInteger64(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  MQINT64 ItemValue,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqSetIntegerFilter(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  MQLONG ItemValue,
  MQLONG Operator,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqSetString(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  MQLONG BufferLength,
  PMQCHAR pBuffer,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqSetStringFilter(
  MQHBAG Bag,
  MQLONG Selector,
  MQLONG ItemIndex,
  MQLONG BufferLength,
  PMQCHAR pBuffer,
  MQLONG Operator,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqTrim(
  MQLONG BufferLength,
  PMQCHAR pBuffer,
  PMQCHAR pString,
  PMQLONG pCompCode,
  PMQLONG pReason);

void MQENTRY mqTruncateBag(
  MQHBAG Bag,
  MQLONG ItemCount,
  PMQLONG pCompCode,
  PMQLONG pReason);
#if defined(__cplusplus)
}
#endif

#endif /* End of header file */
