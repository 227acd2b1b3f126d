/** What index.html showed until the page was there (first-frame.css) goes, for good. */
export const endFirstFrame = (): void => {
  document.getElementById('frame')?.remove()
  delete document.documentElement.dataset['frame']
}
