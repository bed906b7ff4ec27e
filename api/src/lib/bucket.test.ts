import { BUCKET_KEYS, type BucketFake, startBucketFake } from 'testing/bucket-fake';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BucketAddress, openBucket } from './bucket.ts';

let fake: BucketFake;
let address: BucketAddress;

beforeAll(async () => {
  fake = await startBucketFake();
});
beforeEach(() => {
  fake.objects.clear();
  fake.failWith = undefined;
  const place = { endpoint: fake.endpoint, region: 'us-east-1', bucket: 'lojas', prefix: 'web/remotes' };
  address = { ...place, ...BUCKET_KEYS };
});
afterAll(() => fake.close());

const OPTIONS = { contentType: 'text/javascript', cacheControl: 'no-cache' };
const KEY = 'mfe-customer/0f3a5b7c9d1e/a b+(ção)!.js';

test('what was put is read again, below the prefix, with its headers, by signed requests only', async () => {
  const bucket = openBucket(address);
  const content = Buffer.from([0, 255, 10, 13, 128]);
  expect(await bucket.put(KEY, content, OPTIONS)).toBe(true);
  expect((await bucket.get(KEY))?.content).toEqual(content);
  expect(fake.objects.get(`web/remotes/${KEY}`)?.headers).toEqual({
    'content-type': 'text/javascript',
    'cache-control': 'no-cache',
    'content-encoding': undefined,
  });
});

test('an object that is not there is undefined, and one of no bytes is none of these', async () => {
  const bucket = openBucket({ ...address, prefix: '' });
  expect(await bucket.get('nothing')).toBeUndefined();
  await bucket.put('empty', Buffer.alloc(0), OPTIONS);
  expect((await bucket.get('empty'))?.content.length).toBe(0);
});

test('who has another secret is refused in words', async () => {
  const bucket = openBucket({ ...address, secretAccessKey: 'another' });
  await expect(bucket.get(KEY)).rejects.toThrow(/answered 403 SignatureDoesNotMatch to GET lojas/);
  await expect(bucket.put(KEY, Buffer.from('x'), OPTIONS)).rejects.toThrow('403 SignatureDoesNotMatch');
  await expect(
    openBucket({ ...address, bucket: 'outra' }).put(KEY, Buffer.from('x'), OPTIONS),
  ).rejects.toThrow('404 NoSuchBucket');
});

test('a bucket that is not there is no empty one', async () => {
  await expect(openBucket({ ...address, bucket: 'outra' }).get(KEY)).rejects.toThrow(
    'answered 404 NoSuchBucket to GET outra',
  );
});

test('a write that replaces no particular object and was refused is an error', async () => {
  fake.failWith = 409;
  await expect(openBucket(address).put(KEY, Buffer.from('x'), OPTIONS)).rejects.toThrow('answered 409');
});

test('of two who replace the same object, the later one is refused', async () => {
  const bucket = openBucket(address);
  expect(await bucket.put(KEY, Buffer.from('first'), { ...OPTIONS, replaces: null })).toBe(true);
  expect(await bucket.put(KEY, Buffer.from('late'), { ...OPTIONS, replaces: null })).toBe(false);
  const seen = await bucket.get(KEY);
  expect(await bucket.put(KEY, Buffer.from('second'), { ...OPTIONS, replaces: seen?.etag ?? '' })).toBe(true);
  expect(await bucket.put(KEY, Buffer.from('late'), { ...OPTIONS, replaces: seen?.etag ?? '' })).toBe(false);
  expect(String((await bucket.get(KEY))?.content)).toBe('second');
});

test('a server that is away is an error, soon', async () => {
  fake.failWith = 503;
  await expect(openBucket(address).get(KEY)).rejects.toThrow('answered 503 ServiceUnavailable');
  const gone = await startBucketFake();
  await gone.close();
  const { endpoint } = gone;
  await expect(openBucket({ ...address, endpoint }).get(KEY)).rejects.toThrow(
    `${endpoint} did not answer (ECONNREFUSED)`,
  );
});
