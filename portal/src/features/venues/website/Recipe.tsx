import { styled } from '@mui/material/styles'
import { bookingAddress, type BookingLink, bookingMarkup, bookingScript } from '@tablewire/contracts/channels/booking-link.rules'
import { useState } from 'react'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from '../use-t.ts'
import { CodeBox } from './CodeBox.tsx'

const builders = ['html', 'wordpress', 'squarespace', 'wix', 'gtm'] as const
type Builder = (typeof builders)[number]

const Steps = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1),
  margin: theme.spacing(2, 0),
  paddingInlineStart: theme.spacing(3),
  fontSize: '0.875rem',
}))

/** Some builders take other pieces than the whole. */
const piecesOf = (
  builder: Builder,
  link: BookingLink,
): readonly (readonly ['website.address' | 'website.code.link' | 'website.code.script', string])[] => {
  if (link.mode === 'page') return []
  // Its blocks with code stand in frames of another address, where no popup can leave: the page itself is framed by the builder.
  if (builder === 'wix') return [['website.address', bookingAddress({ ...link, mode: 'page' })]]
  if (builder !== 'gtm') return []
  return [
    ['website.code.link', bookingMarkup(link)],
    ['website.code.script', bookingScript(link)],
  ]
}

/** How it comes onto the website, by what that is made with. */
export const Recipe = ({ link }: { link: BookingLink }) => {
  const t = useT()
  const [builder, setBuilder] = useState<Builder>('html')
  const key = link.mode === 'page' ? 'recipe.page' : (`recipe.${builder}` as const)
  return (
    <FormSection title={t('section.recipe')} hint={t('section.recipe.hint')}>
      {link.mode === 'page' ? null : (
        <TextField select label={t('recipe.builder')} value={builder} onChange={({ target }) => setBuilder(target.value as Builder)}>
          {builders.map((one) => (
            <option key={one} value={one}>
              {t(`recipe.${one}.name`)}
            </option>
          ))}
        </TextField>
      )}
      <Steps>
        {t(key)
          .split('\n')
          .map((step) => (
            <li key={step}>{step}</li>
          ))}
      </Steps>
      <div style={{ display: 'grid', gap: 20 }}>
        {piecesOf(builder, link).map(([title, code]) => (
          <CodeBox key={title} title={t(title)} code={code} />
        ))}
      </div>
    </FormSection>
  )
}
