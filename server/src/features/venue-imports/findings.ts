import { findingPhrases, type FindingReason } from '@tablewire/contracts/phrases/findings'

export type Reason = FindingReason
/** In the words of a command line. */
export const reasons = findingPhrases.en

/**
 * `rejected` = the row was not imported; `repaired` = imported with another value than it says; `dropped` = imported without that
 * value; `noted` = imported as it says, worth a look; `kept` = what stands here was left alone; `skipped` = it is here already.
 */
export type Outcome = 'rejected' | 'repaired' | 'dropped' | 'noted' | 'kept' | 'skipped'

/** One line of the report. `line` counts from 1 in the file, the header being the first. */
export type Finding = {
  line: number
  osmId: string
  outcome: Outcome
  field: string
  found: string
  done: string
  taken?: string
  reason: Reason
}

/** Collects the findings of one row. `taken`: the value that stands here in place of what was found. */
export type Note = (outcome: Outcome, reason: Reason, about: { field: string; found: string; done: string; taken?: string }) => void
