import FormHelperText from '@mui/material/FormHelperText'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { OnboardingCandidate } from '@tablewire/contracts/onboarding/candidates'
import { useEffect, useId, useRef } from 'react'
import { Controller } from 'react-hook-form'
import { Fieldset } from '#src/kit/form/Fieldset.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useT } from '../use-t.ts'
import { useCandidates } from './use-candidates.ts'
import type { Asker, useNewRequest } from './use-new-request.ts'

const Choices = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 8,
    padding: '4px 10px',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: theme.vars.shape.borderRadius,
  },
  '& > div:has(input:checked)': { borderColor: theme.vars.palette.primary.main },
  '& label': { display: 'flex', flex: '1 1 220px', gap: 10, minWidth: 0, minHeight: 32, alignItems: 'center', cursor: 'pointer' },
  '& input': { flex: 'none', width: 18, height: 18, margin: 0, accentColor: theme.vars.palette.primary.main },
  '& > div > span': { flex: '1 1 220px' },
  '& > div > span, & label > span': { display: 'grid', minWidth: 0, fontSize: '0.875rem', overflowWrap: 'anywhere' },
  '& small': { color: theme.vars.palette.text.secondary },
  '& small.warns': { color: theme.vars.palette.tone.warning.text },
}))

type T = ReturnType<typeof useT>
const inWords = (t: T, { reasons }: OnboardingCandidate): string => reasons.map((one) => t(`r.m.${one}`)).join(' · ')
const warnings = (t: T, { warnings: said }: OnboardingCandidate): string => said.map((one) => t(`r.m.warn.${one}`)).join(' ')

const Told = ({ t, one }: { t: T; one: OnboardingCandidate }) => (
  <span>
    <strong>{one.venueName}</strong>
    {one.venueAddress}
    <small>{inWords(t, one)}</small>
    {one.warnings.length > 0 ? <small className="warns">{warnings(t, one)}</small> : null}
    {one.requestId === null ? null : <small className="warns">{t('r.new.standing')}</small>}
  </span>
)

type Props = Pick<ReturnType<typeof useNewRequest>, 'form' | 'likely'> & { asker: Asker; onLook: (requestId: string) => void }

/** Asked and not answered: the question gets the focus, also where it came up only with the refusal. */
const useAskedAgain = (error: unknown) => {
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) first.current?.querySelector<HTMLInputElement>('input')?.focus()
  }, [error])
  return first
}

/** What is here already and may be meant: chosen, looked at where it is asked for already, or none of these. */
export const Candidates = ({ form, asker, likely, onLook }: Props) => {
  const t = useT()
  const hintId = useId()
  const found = useCandidates(form, { asker, likely })
  const choices = useAskedAgain(form.formState.errors.meant)
  return (
    <>
      <VisuallyHidden as="output" aria-live="polite">
        {found.length > 0 ? t('r.m.found', { count: found.length }) : ''}
      </VisuallyHidden>
      {found.length > 0 ? (
        <Controller
          control={form.control}
          name="meant"
          render={({ field: { value, onChange, onBlur, name }, fieldState: { error } }) => {
            const radio = (meant: string) => (
              <input
                type="radio"
                name={name}
                value={meant}
                checked={value === meant}
                aria-describedby={hintId}
                onBlur={onBlur}
                onChange={() => onChange(meant)}
              />
            )
            return (
              <Fieldset className="wide">
                <legend>{t('r.m.title')}</legend>
                <p>{t('r.m.hint')}</p>
                <Choices ref={choices}>
                  {found.map((one) => (
                    <div key={one.mozrestId ?? one.requestId}>
                      {one.mozrestId === null || one.requestId !== null ? (
                        <Told t={t} one={one} />
                      ) : (
                        <label>
                          {radio(one.mozrestId)}
                          <Told t={t} one={one} />
                        </label>
                      )}
                      {one.requestId === null ? null : (
                        <Button size="small" onClick={() => onLook(one.requestId!)} aria-label={`${t('r.new.look')}: ${one.venueName}`}>
                          {t('r.new.look')}
                        </Button>
                      )}
                    </div>
                  ))}
                  <div>
                    <label>
                      {radio('none')}
                      <span>{t('r.m.none')}</span>
                    </label>
                  </div>
                </Choices>
                <FormHelperText id={hintId} error={Boolean(error)}>
                  {error?.message ?? ''}
                </FormHelperText>
              </Fieldset>
            )
          }}
        />
      ) : null}
    </>
  )
}
