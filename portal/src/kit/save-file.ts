/** Hands the browser a file made here, as if it had been downloaded. */
export const saveFile = (name: string, pieces: readonly BlobPart[], type: string): void => {
  const address = URL.createObjectURL(new Blob([...pieces], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
