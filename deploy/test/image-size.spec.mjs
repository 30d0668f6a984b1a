import { testImage } from '../docker/test-image.mjs';

it.each([
  ['as large as it may be', '350000000\n(docker exit 0)', { passed: 1, failed: 0 }],
  ['larger', '350000001\n(docker exit 0)', { passed: 0, failed: 1 }],
  ['missing', 'Error: No such image: kith:test\n(docker exit 1)', { passed: 0, failed: 1 }],
  ['of an unknown size', '\n(docker exit 0)', { passed: 0, failed: 1 }],
])('an image that is %s is judged by its bytes', async (_what, answer, counts) => {
  const asked = [];
  const ask = async (args) => {
    asked.push(args.join(' '));
    return answer;
  };
  expect(await testImage(ask, 'kith:test')).toEqual(counts);
  expect(asked).toEqual(['image inspect --format {{.Size}} kith:test']);
});
