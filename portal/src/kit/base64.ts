/** In pieces, as a call takes only so many arguments. */
export const base64Of = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const pieces = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, at) => bytes.subarray(at * 8192, (at + 1) * 8192))
  return btoa(pieces.map((piece) => String.fromCodePoint(...piece)).join(''))
}
