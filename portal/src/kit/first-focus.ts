const fields = ['input:not([type="hidden"], [type="file"])', 'select', 'textarea'].map(
  (one) => `${one}:not(:disabled, [tabindex="-1"], [readonly])`,
)

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0
/** Of several that exclude one another, the one that is chosen: arrows go on from there. */
const chosenOf = (dialog: HTMLElement, first: HTMLElement): HTMLElement => {
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  const alike = [...dialog.querySelectorAll<HTMLInputElement>('input[type="radio"]:checked')]
  return alike.find(({ name }) => name === first.name) ?? first
}

/**
 * Where work in a dialog begins: at its first field; where nothing is filled in, at the button that is marked for it. What has the focus already keeps
 * it; a dialog without either gets it as a whole. Asked when the dialog comes and when it is there, as its fields may come a moment later.
 */
export const focusFirst = (dialog: HTMLElement): void => {
  const at = document.activeElement
  if (at instanceof HTMLElement && at.tabIndex >= 0 && dialog.contains(at)) return
  const field = [...dialog.querySelectorAll<HTMLElement>(fields.join(','))].find(isShown)
  const start = field ? chosenOf(dialog, field) : dialog.querySelector<HTMLElement>('[data-first-focus]')
  start?.focus()
}

let quiet = false
/** A field that shows what there is as soon as it has the focus waits for a touch or a key where work only begins in it. */
export const isQuiet = (): boolean => quiet

/** As above, in a panel of several fields: a list that opens by itself would lie over the others. */
export const focusFirstQuietly = (panel: HTMLElement): void => {
  quiet = true
  focusFirst(panel)
  quiet = false
}
