const show = (field: HTMLElement): void => {
  field.scrollIntoView({ block: 'center' })
  field.focus({ preventScroll: true })
}

/** The first field that is wrong, wherever it stands: in a tab behind, that tab comes to the front. `data-wrong` marks what is no field: a button for a file. */
export const showFirstWrong = (): void => {
  const wrong = [...document.querySelectorAll<HTMLElement>('main :is([aria-invalid="true"], [data-wrong="true"])')]
  const seen = wrong.find((field) => field.checkVisibility())
  if (seen) return show(seen)
  const [field] = wrong
  const tab = field?.closest('[role="tabpanel"]')?.getAttribute('aria-labelledby')
  if (!field || !tab) return undefined
  document.getElementById(tab)?.click()
  setTimeout(() => show(field), 0)
}
