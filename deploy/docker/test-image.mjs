/** In bytes, as `docker image inspect` counts them (docs/performance.md). */
const MAX_BYTES = 350_000_000;

/** Looks whether the image is as small as it should be; `ask(args)` asks docker. Resolves with `{ passed, failed }`. */
export async function testImage(ask, image) {
  const [answer] = (await ask(['image', 'inspect', '--format', '{{.Size}}', image])).split('\n');
  const bytes = Number(answer);
  const isSmall = bytes > 0 && bytes <= MAX_BYTES;
  console.log(`${isSmall ? 'ok  ' : 'FAIL'} the image has ${answer} bytes, at most ${MAX_BYTES}`);
  return isSmall ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
