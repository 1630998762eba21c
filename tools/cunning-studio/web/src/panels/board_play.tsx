// The button that plays the edited scene.

import { canPlay, play } from "./board";
import { isSound } from "./draft";

export function PlayScene() {
  return <button type="button" disabled={!canPlay.value || !isSound.value} title={canPlay.value ? "Start the scene again with this text, as a branch" : "start the studio with --allow-control"} onClick={() => void play()}>Play this scene</button>;
}
