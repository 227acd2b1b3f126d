import type { GoogleFeedError, GoogleFeedErrorCode } from '@tablewire/contracts/google/google-feeds'

export type Fail = (code: GoogleFeedErrorCode, detail: string) => void
export type Where = { file: string; line: number | null; merchantId: string | null }

const samplesMost = 5

/** Errors by kind: how often, and the first few of each with where they stand. */
export const collectErrors = () => {
  const found = new Map<GoogleFeedErrorCode, GoogleFeedError>()
  return {
    add: (code: GoogleFeedErrorCode, where: Where, detail: string): void => {
      const error = found.get(code) ?? { code, count: 0, samples: [] }
      error.count += 1
      if (error.samples.length < samplesMost) error.samples.push({ ...where, detail: detail.slice(0, 200) })
      found.set(code, error)
    },
    all: (): GoogleFeedError[] => [...found.values()].toSorted((a, b) => b.count - a.count),
  }
}
