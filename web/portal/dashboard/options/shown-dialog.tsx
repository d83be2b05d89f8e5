import { FilterEditor } from '../filters/filter-editor.tsx';
import { NoteDialog } from '../notes/note-dialog.tsx';
import { NotesDialog } from '../notes/notes-dialog.tsx';
import { ShortcutsDialog } from '../period/shortcuts-dialog.tsx';
import { usePortal } from '../view/use-portal.ts';
import { OptionsSheet } from './options-sheet.tsx';
import type { PortalDialog } from './portal-dialog.ts';

interface ShownDialogProps {
  dialog: PortalDialog;
  onClose: () => void;
}

export function ShownDialog({ dialog, onClose }: ShownDialogProps) {
  const { company } = usePortal();
  switch (dialog.is) {
    case 'options':
      return <OptionsSheet onClose={onClose} />;
    case 'filter':
      return <FilterEditor filter={dialog.filter} onClose={onClose} />;
    case 'note':
      return <NoteDialog company={company} note={dialog.note} onClose={onClose} />;
    case 'notes':
      return <NotesDialog onClose={onClose} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={onClose} />;
  }
}
