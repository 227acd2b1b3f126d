import { systemTimers } from '@tablewire/connectors/kit/timers'
import { makePhoto } from '@tablewire/server/features/listing-profile/make-photo'
import sharp from 'sharp'
import { type Bench, percentile, round, timeEach } from './bench.ts'

/** What a telephone takes: twelve megapixels with grain, as a JPEG of some megabytes. */
const aPhoto = (seed: number): Promise<Buffer> =>
  sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 90 + seed, sigma: 40 } } })
    .blur(1.2)
    .jpeg({ quality: 90 })
    .toBuffer()

export const photo: Bench = {
  name: 'photo',
  about: 'a photo of 12 MP made in all sizes beside the requests (LI1)',
  run: async () => {
    const photos = await Promise.all([1, 2, 3, 4, 5, 6].map(aPhoto))
    let longest = 0
    let last = performance.now()
    const beat = setInterval(() => {
      const now = performance.now()
      longest = Math.max(longest, now - last - 10)
      last = now
    }, 10)
    const log = { warn: () => undefined } as never
    // The first one also starts the thread.
    const taken = await timeEach(photos.length, (at) =>
      makePhoto({ log, timers: systemTimers }, { content: photos[at]!, fresh: true, cut: null }),
    )
    clearInterval(beat)
    const note = `${round(photos[0]!.length / 1e6)} MB each; the first, with the start of its thread, ${round(taken[0]!)} ms`
    return [
      { name: 'photo.sizes', value: percentile(taken.slice(1), 0.9), unit: 'ms', note },
      { name: 'photo.held', value: round(longest), unit: 'ms', note: 'the longest the thread that answers requests was held' },
    ]
  },
}
