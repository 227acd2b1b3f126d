/** Folders and a name of letters, digits, `.`, `_`, `-`, each starting with a letter or digit: no way up, no hidden file, the same in every store. */
const shape = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

export const checkKey = (key: string): string => {
  if (key.length > 400 || !shape.test(key)) throw new Error('not a file key')
  return key
}

const typeShape = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/
export const checkContentType = (contentType: string): string => {
  if (contentType.length > 200 || !typeShape.test(contentType)) throw new Error('not a content type')
  return contentType
}
