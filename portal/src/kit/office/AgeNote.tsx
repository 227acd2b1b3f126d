import { mdiClockAlertOutline } from '@mdi/js'
import { Icon } from '../Icon.tsx'
import { ToneBox } from '../ToneBox.tsx'

/** Above figures that are not of this moment: as of when they are, in the words of whoever shows them. */
export const AgeNote = ({ text }: { text: string }) => (
  <output style={{ display: 'block', marginBlockEnd: 8 }}>
    <ToneBox tone="warning">
      <Icon path={mdiClockAlertOutline} size={18} />
      {text}
    </ToneBox>
  </output>
)
