//! Orders of the game.

use std::time::Duration;

use cunning_mind::{AgentId, Order, OrderId};

use crate::call::{Call, CunningMinds, State, with_minds};
use crate::status::*;
use crate::types::*;

/// Orders an agent to pursue a goal and sets `*id` to the id of the order. `CUNNING_COMMAND_REPORT` tells how it goes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_order(
    minds: *mut CunningMinds,
    agent: u64,
    order: *const CunningOrder,
    id: *mut u64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let out = call.out(id)?;
            let order = read(call, state, call.sized(order)?)?;
            out.set(state.minds.order(AgentId(agent), order)?.0);
            Ok(())
        })
    }
}

fn read(call: &Call<'_>, state: &State, given: CunningOrder) -> Result<Order, Failure> {
    check_flags(given.flags, CUNNING_ORDER_RIGID)?;
    let mut order = Order::goal(call.text(given.goal)?.to_owned()).bias(given.bias);
    for CunningArg { param, value } in call.slice(given.args, given.arg_count)? {
        let value = call.value(&state.minds, *value)?;
        order = order.arg(call.text(*param)?.to_owned(), value.as_ref());
    }
    if given.within_us > 0 {
        order = order.within(Duration::from_micros(given.within_us));
    }
    Ok(if given.flags & CUNNING_ORDER_RIGID == 0 { order } else { order.rigid() })
}

/// Withdraws an order. An agent that pursued its goal only for the order stops.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_withdraw(minds: *mut CunningMinds, order: u64) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |_, state| {
            if state.minds.withdraw(OrderId(order)) {
                return Ok(());
            }
            Err(Failure::new(CUNNING_NO_ORDER, "the order has ended, or never existed"))
        })
    }
}
