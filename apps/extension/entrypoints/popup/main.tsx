import '@fontsource-variable/inter/wght.css';
import '@fontsource/barlow/latin-700.css';
import { createRoot } from 'react-dom/client';
import { Popup } from '../../src/popup/popup.tsx';
import '../../src/theme/tokens.css';
import '../../src/theme/page.css';
import '../../src/popup/popup.css';
import '../../src/popup/boards.css';
import '../../src/panel/ask/ask.css';
import '../../src/popup/mail-panel.css';

const root = document.getElementById('root');
if (root) createRoot(root).render(<Popup />);
