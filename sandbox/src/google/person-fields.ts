import { esc } from '../http/page.ts'
import type { Person } from './messages.ts'

type FieldName = 'given' | 'family' | 'email' | 'telephone'
/** What cannot be taken of what was typed, by its field. */
export type Wrong = Partial<Record<FieldName, string>>

const fields: Readonly<Record<FieldName, { label: string; of: keyof Person; kept: string }>> = {
  given: { label: 'First name', of: 'given_name', kept: 'autocomplete="given-name" required maxlength="40"' },
  family: { label: 'Last name', of: 'family_name', kept: 'autocomplete="family-name" required maxlength="40"' },
  email: { label: 'E-mail', of: 'email', kept: 'type="email" autocomplete="email" required maxlength="254"' },
  telephone: { label: 'Phone', of: 'telephone', kept: 'type="tel" autocomplete="tel" required maxlength="40"' },
}

/** Who comes, as it was typed; what is wrong stands at its field, and the first of it has the focus. */
export const personFields = (person: Person, { names, wrong }: { names: readonly FieldName[]; wrong: Wrong }): string => {
  const first = names.find((name) => wrong[name])
  return names
    .map((name) => {
      const { label, of, kept } = fields[name]
      const said = wrong[name]
      const marks = said ? ` aria-invalid="true" aria-describedby="${name}-wrong"${name === first ? ' autofocus' : ''}` : ''
      const words = said ? `<br><span id="${name}-wrong" class="mark bad" role="alert">${esc(said)}</span>` : ''
      return `<p><label>${label} <input name="${name}" ${kept} value="${esc(person[of])}"${marks}></label>${words}</p>`
    })
    .join('')
}

/** As people write one: digits, and what stands between them. */
const isPhone = (text: string): boolean => /^\+?[\d\s()./-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= 6

/** A browser lets a name of blanks pass; whoever is to be called or written to has one. */
export const wrongIn = ({ given_name: given, family_name: family, telephone }: Person): Wrong | undefined => {
  const wrong: Wrong = {
    ...(given ? {} : { given: 'Please write your first name.' }),
    ...(family ? {} : { family: 'Please write your last name.' }),
    ...(isPhone(telephone)
      ? {}
      : { telephone: 'This is no phone number: write it in digits, with the country’s code first, as in +34 600 000 000.' }),
  }
  return Object.keys(wrong).length ? wrong : undefined
}
