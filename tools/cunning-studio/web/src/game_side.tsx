// Beside the map of a game: the score, the objectives, the friends, and what became of the orders.

import { canCommand, dialog, game, living, orderLog, selectFriend, selectFriends, squad } from "./game";
import { be, driven } from "./drive";
import { Icon } from "./icons";
import { openRingByKey } from "./order_ring";
import { select, show, status, tick } from "./store";

/** The most news that are listed. */
const NEWS_MAX = 30;

export function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function GameSide() {
  const now = game.value;
  if (!now) return null;
  return (
    <section class="game" aria-label="Game">
      <p class="score">
        <b>{now.score}</b> points{now.leftMs !== null && <span title="Time left"> · {timeText(now.leftMs)} left</span>}
        <button type="button" class="quiet" title="Briefing and new game" aria-label="Briefing" onClick={() => (dialog.value = "briefing")}><Icon name="quest" /></button>
      </p>
      {tick.value < status.value.lastTick && <p class="past">Score and friends after tick {status.value.lastTick}; map and reports at tick {tick.value}.</p>}
      <ul class="objectives" aria-label="Objectives">
        {now.objectives.map((one) => (
          <li key={one.name} class={one.isMet ? "met" : ""}><span title={one.wins ? "Reaching it wins" : ""}>{one.doc || one.name}</span> <b>{one.points}</b></li>
        ))}
      </ul>
      <div class="row">
        <h2 class="minor">Friends</h2>
        {canCommand.value && <button type="button" class="link" title="Select all friends (q)" onClick={() => selectFriends(living.peek())}>all</button>}
        {canCommand.value && <button type="button" class="primary" title="Orders for the selected friends (r), or right-click on the map" onClick={openRingByKey}>Order…</button>}
      </div>
      {canCommand.value && <Being />}
      <ul class="friends">
        {now.friends.map((friend) => (
          <li key={friend.name}>
            <button
              type="button"
              aria-pressed={squad.value.has(friend.name)}
              disabled={friend.health === 0}
              data-orders={friend.orders.length}
              title={`${friend.goal ?? "no goal"}${friend.step ? `: ${friend.step}` : ""}`}
              onClick={(event) => (selectFriend(friend.name, event.shiftKey || event.ctrlKey), friend.agent && select(friend.agent))}
            >
              <b>{friend.name}</b>
              <span>{friend.health === 0 ? "dead" : friend.isDriven ? "you" : friend.orders[0] ?? friend.goal ?? "waits"}</span>
              <meter min={0} max={friend.healthMax} value={friend.health} aria-label={`Health of ${friend.name}`} />
            </button>
          </li>
        ))}
      </ul>
      <h2 class="minor">Reports</h2>
      <div class="news" role="log" aria-label="Reports" tabIndex={0}>
      <ol>
        {[...orderLog.value].reverse().slice(0, NEWS_MAX).map((news) => (
          <li key={`${news.tick} ${news.name} ${news.kind}`} class={`news-${news.kind}`}>
            <button type="button" class="link" title="Show this tick" onClick={() => (select(news.agent), show(news.tick))}>{news.tick}</button> <b>{news.name}</b> {news.text} <small>{news.order}</small>
          </li>
        ))}
        {orderLog.value.length === 0 && <li class="hint">No orders yet. Select friends and right-click on the map.</li>}
      </ol>
      </div>
    </section>
  );
}

/** Takes over the selected friend, or gives it back. */
function Being() {
  const own = driven.value;
  if (own !== null) {
    return (
      <p class="being" role="status">
        You are <b>{own}</b>. <button type="button" onClick={() => void be(null)}>Let it act on its own</button>
        <small>W A S D walk, the mouse aims, a click shoots, G throws a grenade, C crouches, R reloads, Esc ends.</small>
      </p>
    );
  }
  const [name] = squad.value;
  return <div class="row"><button type="button" disabled={squad.value.size !== 1} title={squad.value.size === 1 ? "Move, aim and shoot with keys and mouse" : "Select one friend"} onClick={() => void be(name ?? null)}>Be {squad.value.size === 1 ? name : "a soldier"}</button></div>;
}
