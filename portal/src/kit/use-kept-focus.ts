import { useEffect } from 'react'

/**
 * What had the focus may go with the step it belonged to: then the page's title has it, so that the next Tab goes on from there and a screen reader
 * says where one is. `step` names what is shown; whoever stands somewhere else stays there.
 */
export const useKeptFocus = (step: string | undefined): void => {
  useEffect(() => {
    // After a dialog has given its focus back to what opened it, if that is still there.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
    }, 50)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `step` says when the focus may have gone
  }, [step])
}
