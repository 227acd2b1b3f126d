import { mdiAccountCheck, mdiClockOutline, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { tones } from '#src/kit/tones.ts'

const Panel = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 14,
  alignContent: 'start',
  minWidth: 0,
  padding: 20,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.default,
  color: theme.vars.palette.text.primary,
  '& > h3': { ...theme.typography.h3, margin: 0 },
  '& > p': { ...theme.typography.body2, margin: 0, color: theme.vars.palette.text.secondary },
  '& > .paper': {
    display: 'grid',
    gap: 12,
    padding: 16,
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& .row': { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' },
}))

/** What a brand's colours have to carry, in one look. */
export const Sampler = ({ brand, mode }: { brand: string; mode: 'light' | 'dark' }) => (
  <Panel data-kit-brand={brand} data-mode={mode} aria-label={`${brand}, ${mode}`}>
    <h3>
      {brand}, {mode}
    </h3>
    <p>
      Quiet text beside it, and a <Link href="#kit">link in a sentence</Link>.
    </p>
    <div className="paper">
      <div className="row">
        <Button variant="contained" startIcon={<Icon path={mdiPlus} size={18} />}>
          New
        </Button>
        <Button variant="outlined">Outlined</Button>
        <Button>Text</Button>
        <Button variant="contained" color="error">
          Cancel it
        </Button>
        <Button variant="contained" disabled>
          Disabled
        </Button>
      </div>
      <TextField label="Guest" defaultValue="Ada Lovelace" helperText="As it stands on the door list" />
      <TextField label="Email" defaultValue="ada@" error helperText="This email address is not valid" />
      <div className="row">
        {tones.map((tone) => (
          <Tag key={tone} tone={tone} icon={tone === 'success' ? mdiAccountCheck : mdiClockOutline}>
            {tone}
          </Tag>
        ))}
      </div>
      <FormControlLabel control={<Checkbox defaultChecked />} label="Tell the guest" />
    </div>
  </Panel>
)
