export const attachmentBytesMax = 10 * 1024 * 1024
/** So many one message carries. */
export const attachmentsMax = 10
export const messageLength = 8000
