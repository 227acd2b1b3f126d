import { mdiImageOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { groups } from '@tablewire/contracts/estate/groups'
import { useRef } from 'react'
import { type Control, Controller } from 'react-hook-form'
import { useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { base64Of } from '#src/kit/base64.ts'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { GroupFields } from './group-form.ts'
import { useT } from './use-t.ts'

/** The group's own sign; the server checks what the file really is. */
export const LogoField = ({ control }: { control: Control<GroupFields> }) => {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const add = useCall(groups.addLogo, { meta: { shown: true } })
  return (
    <Controller
      control={control}
      name="logo"
      render={({ field: { value, onChange }, fieldState }) => {
        const wrong = add.error ? errorText(add.error, phrasesNow('kit')) : fieldState.error?.message
        const send = async (file: File): Promise<void> => {
          const { path } = await add.mutateAsync({ body: { content: await base64Of(file) } })
          onChange(path)
        }
        return (
          <div>
            <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 }}>
              {value ? <img src={value} alt={t('logo.now')} style={{ maxHeight: 40, maxWidth: 160 }} /> : null}
              <Button
                variant="outlined"
                color="inherit"
                loading={add.isPending}
                startIcon={<Icon path={mdiImageOutline} size={18} />}
                onClick={() => input.current?.click()}
              >
                {t(value ? 'logo.change' : 'logo.add')}
              </Button>
              {value ? (
                <Button color="inherit" onClick={() => onChange('')}>
                  {t('logo.remove')}
                </Button>
              ) : null}
            </div>
            <FormHelperText error={wrong !== undefined}>{wrong ?? t('logo.hint')}</FormHelperText>
            <input
              ref={input}
              type="file"
              hidden
              accept="image/png,image/jpeg,image/webp,image/svg+xml"
              aria-label={t('logo.add')}
              onChange={({ target }) => {
                const file = target.files?.[0]
                target.value = ''
                // What is refused stands below the button.
                if (file) send(file).catch(() => undefined)
              }}
            />
          </div>
        )
      }}
    />
  )
}
