// Global styles. Later ones override earlier ones: fonts, Mantine's base, our variables, third parties, ours.
import '@fontsource-variable/inter/index.css';
import '@fontsource/barlow/latin-600.css';
import '@fontsource/barlow/latin-700.css';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import 'virtual:theme.css';
import 'react-toastify/ReactToastify.css';
import './global.css';
