//! Subscriptions, in requests and replies alike.

use super::fields::{In, Malformed, Out};
use crate::options::SubscriptionDescriptor;

pub(super) fn write_subscription(
    out: &mut Out<'_>,
    descriptor: &SubscriptionDescriptor,
) -> Result<(), Malformed> {
    out.i32(descriptor.options);
    out.text(&descriptor.object_name);
    out.text(&descriptor.alternate_user_id);
    out.i32(descriptor.sub_expiry);
    out.array(&descriptor.sub_correl_id);
    out.i32(descriptor.pub_priority);
    out.array(&descriptor.pub_accounting_token);
    out.text(&descriptor.pub_appl_identity_data);
    out.i32(descriptor.sub_level);
    out.string(&descriptor.object_string)?;
    out.string(&descriptor.sub_name)?;
    out.string(&descriptor.sub_user_data)?;
    out.string(&descriptor.selection_string)?;
    out.string(&descriptor.res_object_string)
}

pub(super) fn read_subscription(fields: &mut In<'_>) -> Result<SubscriptionDescriptor, Malformed> {
    Ok(SubscriptionDescriptor {
        options: fields.i32()?,
        object_name: fields.text()?,
        alternate_user_id: fields.text()?,
        sub_expiry: fields.i32()?,
        sub_correl_id: *fields.array()?,
        pub_priority: fields.i32()?,
        pub_accounting_token: *fields.array()?,
        pub_appl_identity_data: fields.text()?,
        sub_level: fields.i32()?,
        object_string: fields.string()?,
        sub_name: fields.string()?,
        sub_user_data: fields.string()?,
        selection_string: fields.string()?,
        res_object_string: fields.string()?,
        ..SubscriptionDescriptor::default()
    })
}
