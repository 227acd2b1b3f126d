import { CacheProvider } from '@emotion/react'
import GlobalStyles from '@mui/material/GlobalStyles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { mirroredCache } from '../mirrored.ts'
import { brandNames, scopedStyles } from './brand-scope.ts'
import { FormParts, ListParts } from './OfficeParts.tsx'
import { Parts } from './Parts.tsx'
import { Sampler } from './Sampler.tsx'

const Page = styled('main')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  maxWidth: 1440,
  margin: '0 auto',
  padding: 'clamp(12px, 3vw, 32px)',
})
const Stage = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  padding: 20,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.default,
  color: theme.vars.palette.text.primary,
}))
const Samplers = styled('div')({ display: 'grid', gap: 20, gridTemplateColumns: 'repeat(auto-fit, minmax(min(380px, 100%), 1fr))' })
const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12 })

type ChoiceProps<V extends string> = { label: string; value: V; options: readonly V[]; onChoose: (value: V) => void }
const Choice = <V extends string>({ label, value, options, onChoose }: ChoiceProps<V>) => (
  <ToggleButtonGroup
    size="small"
    exclusive
    aria-label={label}
    value={value}
    onChange={(_event, chosen: V | null) => chosen && onChoose(chosen)}
  >
    {options.map((option) => (
      <ToggleButton key={option} value={option}>
        {option}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)

const mirrored = mirroredCache(undefined)
/** Styles turn round with the text, as they do in the product. */
const Turned = ({ when, children }: { when: boolean; children: ReactNode }) =>
  when ? <CacheProvider value={mirrored}>{children}</CacheProvider> : children

/** Every part in every state, for people to look at: in development only. */
export const KitPage = () => {
  const [brand, setBrand] = useState(brandNames[0]!)
  const [mode, setMode] = useState<'light' | 'dark'>('light')
  const [direction, setDirection] = useState<'ltr' | 'rtl'>('ltr')
  return (
    <Page id="kit">
      <GlobalStyles styles={scopedStyles()} />
      <PageTitle
        title="Kit"
        hint="Every part, in every state, brand and mode."
        actions={
          <Head>
            <Choice label="Brand" value={brand} options={brandNames} onChoose={setBrand} />
            <Choice label="Mode" value={mode} options={['light', 'dark']} onChoose={setMode} />
            <Choice label="Direction" value={direction} options={['ltr', 'rtl']} onChoose={setDirection} />
          </Head>
        }
      />
      <Turned key={direction} when={direction === 'rtl'}>
        <Stage data-kit-brand={brand} data-mode={mode} dir={direction}>
          <Parts />
          <ListParts />
          <FormParts />
        </Stage>
        <Samplers dir={direction}>
          {brandNames.flatMap((name) => (['light', 'dark'] as const).map((one) => <Sampler key={name + one} brand={name} mode={one} />))}
        </Samplers>
      </Turned>
    </Page>
  )
}
