import type { MessageAttachment } from '@tablewire/contracts/onboarding/messages'
import { useState } from 'react'
import { randomKey } from '#src/api/random-key.ts'
import { sessionStore } from '#src/api/session.ts'
import { draftKey, readStoredDraft, writeStoredDraft } from '#src/kit/form/stored-draft.ts'

/** `key`: sent twice, be it after a reload, what was written becomes one message; every change is something new. */
export type MessageDraft = {
  text: string
  mentions: readonly string[]
  files: readonly MessageAttachment[]
  corrects: string | null
  key: string
}

const emptyDraft = (): MessageDraft => ({ text: '', mentions: [], files: [], corrects: null, key: randomKey() })
/** Files that were brought and not sent are kept for a day. */
const hoursKept = 23

/** What one types, kept on this device for oneself until it is sent: it outlives a reload and a failure. */
export const useMessageDraft = (requestId: string) => {
  const place = draftKey(sessionStore.get().userData?.id ?? '', `onboarding-message:${requestId}`)
  const [draft, setDraft] = useState(() => readStoredDraft<MessageDraft>(place, hoursKept)?.values ?? emptyDraft())
  const change = (part: Partial<MessageDraft>): void =>
    setDraft((before) => {
      const values = { ...before, ...part, key: randomKey() }
      const isEmpty = values.text === '' && values.files.length === 0 && values.corrects === null
      writeStoredDraft(place, isEmpty ? undefined : { of: 0, values })
      return values
    })
  const clear = (): void => {
    writeStoredDraft(place, undefined)
    setDraft(emptyDraft())
  }
  const addFile = (file: MessageAttachment): void =>
    setDraft((before) => {
      const values = { ...before, files: [...before.files, file], key: randomKey() }
      writeStoredDraft(place, { of: 0, values })
      return values
    })
  return { draft, change, clear, addFile }
}
