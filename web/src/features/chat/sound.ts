import { useState } from 'react';

const KEY = 'kith.sound';
const VOLUME = 0.1;
const TONES_HZ = [659, 880];
const TONE_S = 0.09;

let context: AudioContext | undefined;

/** The sound for replies and its switch. */
export function useSound() {
  const [isOn, setOn] = useState(isSoundOn);
  const toggle = (): void => {
    setOn(!isOn);
    saveSound(!isOn);
    if (!isOn) prepareSound();
  };
  return {
    isOn,
    toggle,
    /** Call during a click or key press: browsers allow no sound before one. */
    prepare: () => isOn && prepareSound(),
    // Reads the setting at the time of the reply, not of the question.
    play: () => isSoundOn() && playSound(),
  };
}

function isSoundOn(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

function saveSound(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is denied: the choice lasts until the page is reloaded.
    return;
  }
}

function prepareSound(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
}

/** Two soft tones in a row; nothing in browsers without audio. */
function playSound(): void {
  if (context?.state !== 'running') return;
  const { currentTime, destination } = context;
  const gain = context.createGain();
  const end = currentTime + TONES_HZ.length * TONE_S;
  gain.gain.setValueAtTime(VOLUME, currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, end + TONE_S);
  gain.connect(destination);
  const tone = context.createOscillator();
  tone.type = 'sine';
  for (const [at, hertz] of TONES_HZ.entries()) tone.frequency.setValueAtTime(hertz, currentTime + at * TONE_S);
  tone.connect(gain);
  tone.start(currentTime);
  tone.stop(end + TONE_S);
}
