/** Of what guests are told, and say. */
export const ofMessages = [
  'emailDomain',
  'emailSenderName',
  'emailReplyTo',
  'emailNotices',
  'confirmationText',
  'messageTexts',
  'reminderHours',
  'sameDayHours',
  'quietFrom',
  'quietUntil',
  'guestConfirmedAt',
  'lateMinutes',
  'askGuests',
  'askAfterHours',
  'guestMonths',
] as const
