const KEY = 'kith.sound';
// Specification 2, section 9.
const VOLUME = 0.1;
const TONES_HZ = [659, 880];
const TONE_S = 0.09;

let context: AudioContext | undefined;

export function readSound(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

export function keepSound(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is denied: the choice lasts as long as the page.
    return;
  }
}

/** To be called while a click or a key lasts: browsers let nothing sound before one. */
export function prepareSound(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
}

/** Two soft tones, one after the other; nothing where the browser has no sound. */
export function playSound(): void {
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
