import { expect, test } from 'vitest'
import { onboardingMessages } from './messages.ts'
import { OnboardingEdit, OnboardingFields } from './onboarding-fields.ts'

test('ON3: a name that nobody could read is none, nor is a message', () => {
  const unseen = '\u200b\u200b'
  expect(OnboardingFields.safeParse({ venueName: unseen }).success).toBe(false)
  expect(OnboardingEdit.safeParse({ version: 1, venueName: unseen }).success).toBe(false)
  expect(OnboardingFields.safeParse({ venueName: `Casa${unseen}` }).success).toBe(true)
  expect(onboardingMessages.send.body.parse({ text: unseen }).text).toBe('')
})
