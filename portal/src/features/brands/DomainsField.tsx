import { mdiClose, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { domainIn } from '@tablewire/contracts/identity/brands.rules'
import { useRef } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from './use-t.ts'

const List = styled('div')({ display: 'grid', gap: 10 })
const Row = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'start', gap: 4 })

type DomainsFieldProps = { domains: readonly string[]; faults: Readonly<Record<string, string>>; onChange: (domains: string[]) => void }

/** As many domains as the brand has; what is kept of a pasted address stands beneath it. */
export const DomainsField = ({ domains, faults, onChange }: DomainsFieldProps) => {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  const help = (domain: string, index: number): string | undefined => {
    const fault = faults[`domains.${index}`]
    const kept = domainIn(domain)
    if (fault && !kept) return fault
    return kept && kept !== domain.trim() ? t('domains.kept', { domain: kept }) : fault
  }
  return (
    <div>
      <List ref={list}>
        {domains.map((domain, index) => (
          // Rows have no other identity than their place.
          <Row key={index}>
            <TextField
              value={domain}
              error={faults[`domains.${index}`] !== undefined && !domainIn(domain)}
              helperText={help(domain, index)}
              placeholder="tables.example.com"
              slotProps={{
                htmlInput: {
                  'aria-label': t('domains.one', { number: index + 1 }),
                  maxLength: 300,
                  spellCheck: false,
                  autoCapitalize: 'none',
                  inputMode: 'url',
                  dir: 'ltr',
                },
              }}
              onChange={({ target }) => onChange(domains.map((one, at) => (at === index ? target.value : one)))}
            />
            <IconButton
              aria-label={t('domains.remove', { domain: domain || String(index + 1) })}
              onClick={() => onChange(domains.filter((_, at) => at !== index))}
            >
              <Icon path={mdiClose} />
            </IconButton>
          </Row>
        ))}
      </List>
      <Button
        size="small"
        variant="outlined"
        startIcon={<Icon path={mdiPlus} size={18} />}
        sx={{ marginBlockStart: domains.length > 0 ? 1.25 : 0 }}
        disabled={domains.length >= 50}
        onClick={() => {
          onChange([...domains, ''])
          // The new row comes with the next drawing.
          setTimeout(() => list.current?.querySelector<HTMLInputElement>(':scope > :last-child input')?.focus(), 0)
        }}
      >
        {t('domains.add')}
      </Button>
    </div>
  )
}
