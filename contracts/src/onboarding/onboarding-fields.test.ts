import { expect, test } from 'vitest'
import { onboardingMessages } from './messages.ts'
import { OnboardingEdit, OnboardingFields } from './onboarding-fields.ts'

test('ON3: a name that nobody could read is none, nor is an id, nor a message', () => {
  const unseen = '\u200b\u200b'
  expect(OnboardingFields.safeParse({ venueName: unseen }).success).toBe(false)
  expect(OnboardingEdit.safeParse({ version: 1, venueName: unseen }).success).toBe(false)
  expect(OnboardingFields.safeParse({ venueName: `Casa${unseen}` }).success).toBe(true)
  for (const id of [unseen, '\u2800']) expect(OnboardingFields.safeParse({ venueName: 'Casa', rmsVenueId: id }).success).toBe(false)
  expect(onboardingMessages.send.body.parse({ text: unseen }).text).toBe('')
})
