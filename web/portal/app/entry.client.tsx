import '../../ui/app.css';
import { startPortal } from './start-portal.tsx';

// The content security policy forbids eval. zod, which some dialogs load, tests whether it is allowed unless this object
// turns that off before it loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

startPortal();
