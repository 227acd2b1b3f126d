/** Fields of accounts and venues at Google. */
export const ofGoogle = [
  'environment',
  'isDefault',
  'sftpUrl',
  'sftpPort',
  'sftpHostKey',
  'kinds',
  'feeds',
  'bookingServerUsername',
  'bookingServerUrl',
  'passwordsUntil',
  'capabilities',
  'rwgMaxDays',
  'rwgDefault',
] as const
