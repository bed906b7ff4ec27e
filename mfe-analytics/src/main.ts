// The stand-alone start (`npm start`). Inside the shell nothing here is built: the shell loads app.tsx.
import('./bootstrap.tsx');
