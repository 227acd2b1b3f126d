import { escapeHtml } from '../html.ts'
import type { Sample } from './samples.ts'

/** The languages beside one another as a group of choices: one is shown, also without a script. */
export const samplesHtml = (id: string, samples: readonly Sample[]): string => {
  const parts = samples.map(({ lang, code }, n) => {
    const choice = `${id}-${lang.toLowerCase()}`
    return (
      `<input type="radio" name="lang-${id}" id="${choice}" value="${lang}"${n === 0 ? ' checked' : ''}><label for="${choice}">${lang}</label>` +
      `<pre class="${lang.toLowerCase()}" tabindex="0" role="region" aria-label="${lang} example of ${id}"><code>${escapeHtml(code)}</code></pre>`
    )
  })
  return `<fieldset class="samples"><legend>Example</legend>${parts.join('')}</fieldset>`
}
